// Of several questions the newest stands, whichever answer comes last.
import { describe, expect, it } from "vitest";
import { Latest } from "../../../www/answers/latest";
import { Queue } from "../../../www/engine/queue";

describe("the latest question", () => {
  it("is the newest, and an older one can tell", () => {
    const latest = new Latest();
    const first = latest.ask({ noise: 1 });
    const second = latest.ask({ noise: 2 });
    expect([first?.stands, second?.stands]).toEqual([false, true]);
  });

  it("is not asked twice, and stands again when it comes back", () => {
    const latest = new Latest();
    const first = latest.ask({ noise: 1 });
    expect(latest.ask({ noise: 1 })).toBeNull();
    latest.ask({ noise: 2 });
    latest.ask({ noise: 1 });
    expect(first?.stands).toBe(true);
  });

  it("is a question of its own each time where that is wanted", () => {
    const latest = new Latest();
    const first = latest.again();
    expect(latest.again().stands).toBe(true);
    expect(first.stands).toBe(false);
  });

  it("stands no more after a reset, and can be asked again", () => {
    const latest = new Latest();
    const turn = latest.ask(null);
    latest.reset();
    expect([turn?.stands, latest.asked]).toEqual([false, false]);
    expect(latest.ask(null)?.stands).toBe(true);
  });

  it("tells files apart by what they are, not by what they say", () => {
    const latest = new Latest();
    const values = new Float64Array(3);
    latest.ask({ values });
    expect(latest.ask({ values })).toBeNull();
    expect(latest.ask({ values: new Float64Array(3) })).not.toBeNull();
  });
});

describe("the queue", () => {
  it("does one piece at a time, the newest of each asker, who came first first", async () => {
    const queue = new Queue();
    const done: string[] = [];
    let busy = 0;
    const piece = (name: string) => async () => {
      expect(++busy).toBe(1);
      await Promise.resolve();
      busy--;
      done.push(name);
      return name;
    };
    const asked = [
      queue.add("a", piece("a1")),
      queue.add("b", piece("b1")),
      queue.add("a", piece("a2")),
      queue.add("b", piece("b2")),
    ];
    expect(await Promise.all(asked)).toEqual(["a1", null, "a2", "b2"]);
    expect(done).toEqual(["a1", "b2", "a2"]);
  });

  it("lets go of what waits", async () => {
    const queue = new Queue();
    const first = queue.add("a", async () => 1);
    const second = queue.add("b", async () => 2);
    expect(queue.waits("b")).toBe(true);
    queue.drop("b");
    expect([await first, await second, queue.waits("b")]).toEqual([1, null, false]);
  });
});
