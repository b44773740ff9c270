// What is shown while a question has no answer: the older one's for a moment, then what covers it, or nothing at all.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Following } from "../../../www/answers/following-question";
import type { Answer } from "../../../www/engine/exact-engine";

type Settle = (answer: Answer<number> | null) => void;

const UNPROVEN = { code: "unknown", parameter: "sampling", message: "nothing is proven" } as const;
const REFUSED = { code: "out_of_range", parameter: "prior", message: "prior is 2" } as const;

function following() {
  const asked: Settle[] = [];
  const seen = { drawn: 0, stopped: 0 };
  const question = new Following<number, number>(
    () => new Promise((settle) => asked.push(settle)),
    () => {
      seen.drawn++;
    },
    () => {
      seen.stopped++;
    },
  );
  const answer = async (at: number, value: number) => {
    asked[at]?.({ ok: true, value });
    await vi.advanceTimersByTimeAsync(0);
  };
  const refuse = async (at: number, problem: typeof UNPROVEN | typeof REFUSED) => {
    asked[at]?.({ ok: false, problem });
    await vi.advanceTimersByTimeAsync(0);
  };
  return { question, asked, seen, answer, refuse };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a question that takes long", () => {
  it("is slow after 0.3 s, until its answer comes", async () => {
    const { question, answer, seen } = following();
    void question.follow(1);
    await vi.advanceTimersByTimeAsync(299);
    expect(question.slow).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(question.slow).toBe(true);
    expect(seen.drawn).toBe(1);
    await answer(0, 10);
    expect(question).toMatchObject({ slow: false, current: true, value: 10 });
  });

  it("is settled by an answer, by a refusal, or where nothing is asked", async () => {
    const { question, answer, refuse } = following();
    expect(question.settled).toBe(true);
    void question.follow(1);
    expect(question.settled).toBe(false);
    void question.follow(2);
    await answer(0, 10);
    expect(question.settled, "that was an older question's").toBe(false);
    await refuse(1, REFUSED);
    expect(question.settled).toBe(true);
    void question.follow(3);
    question.pause();
    expect(question.settled).toBe(true);
  });

  it("is slow although it changes, but not while answers come", async () => {
    const { question, answer } = following();
    for (const [i, asked] of [1, 2, 3].entries()) {
      void question.follow(asked);
      await vi.advanceTimersByTimeAsync(i === 0 ? 150 : 100);
    }
    expect(question.slow, "three questions, no answer").toBe(true);
    await answer(0, 10);
    expect(question, "an older answer is better than none").toMatchObject({ slow: false, current: false, value: 10 });
    await vi.advanceTimersByTimeAsync(300);
    expect(question.slow).toBe(true);
    await answer(2, 30);
    expect(question).toMatchObject({ slow: false, current: true, value: 30 });
  });

  it("can be given up: what comes late is not shown, and it can be asked again", async () => {
    const { question, answer, asked, seen } = following();
    void question.follow(1);
    await answer(0, 10);
    void question.follow(2);
    await vi.advanceTimersByTimeAsync(400);
    question.cancel();
    expect(question).toMatchObject({ slow: false, current: false, problem: { code: "cancelled" }, value: 10 });
    expect(question.unrefused, "no figure stands for what was cancelled").toBeNull();
    expect(seen.stopped).toBe(1);
    await answer(1, 20);
    expect(question).toMatchObject({ current: false, value: 10 });
    question.pause();
    void question.follow(2);
    expect(asked.length).toBe(3);
    await answer(2, 20);
    expect(question).toMatchObject({ current: true, value: 20, problem: null });
    question.cancel();
    expect(seen.stopped, "an answered question has nothing to give up").toBe(1);
  });
});

describe("a question without an answer", () => {
  it("for which nothing is proven leaves no figure", async () => {
    const { question, answer, refuse } = following();
    void question.follow(1);
    await answer(0, 10);
    void question.follow(2);
    await refuse(1, UNPROVEN);
    expect(question).toMatchObject({ value: null, current: false, problem: UNPROVEN });
  });

  it("leaves the last good figure beside a refusal, unless another link was opened", async () => {
    const { question, answer, refuse } = following();
    void question.follow(1);
    await answer(0, 10);
    void question.follow(2);
    await refuse(1, REFUSED);
    expect(question.value).toBe(10);
    question.markForeign();
    void question.follow(3);
    expect(question.value).toBe(10);
    await refuse(2, REFUSED);
    expect(question.value).toBeNull();
    void question.follow(4);
    await answer(3, 40);
    void question.follow(5);
    await refuse(4, REFUSED);
    expect(question.value, "its own last good figure").toBe(40);
  });
});
