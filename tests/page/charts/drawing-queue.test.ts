// The order in which charts are drawn.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DrawingQueue } from "../../../www/charts/drawing-queue";

describe("the drawing queue", () => {
  let drawn: string[];
  const chart = (name: string, inSight: boolean) => ({ inSight, draw: () => drawn.push(name) });

  beforeEach(() => {
    vi.useFakeTimers();
    drawn = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("draws what is in sight, one in a task, and the others at rest", () => {
    const queue = new DrawingQueue();
    queue.add(chart("hidden", false));
    queue.add(chart("first", true));
    queue.add(chart("second", true));
    expect(drawn).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(drawn).toEqual(["first"]);
    vi.advanceTimersToNextTimer();
    expect(drawn).toEqual(["first", "second"]);
    vi.advanceTimersByTime(299);
    expect(drawn).toEqual(["first", "second"]);
    vi.advanceTimersByTime(1);
    expect(drawn).toEqual(["first", "second", "hidden"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("draws once what is asked for often, and lets the others come first", () => {
    const queue = new DrawingQueue();
    const busy = chart("busy", true);
    queue.add(busy);
    queue.add(chart("patient", true));
    queue.add(busy);
    vi.runAllTimers();
    expect(drawn).toEqual(["patient", "busy"]);
  });

  it("starts its pause anew with each change, and forgets what is gone", () => {
    const queue = new DrawingQueue();
    const hidden = chart("hidden", false);
    queue.add(hidden);
    vi.advanceTimersByTime(200);
    queue.add(hidden);
    vi.advanceTimersByTime(200);
    expect(drawn).toEqual([]);
    queue.remove(hidden);
    vi.runAllTimers();
    expect(drawn).toEqual([]);
  });

  it("draws all at once for paper", () => {
    const queue = new DrawingQueue();
    queue.add(chart("hidden", false));
    queue.add(chart("seen", true));
    queue.drawAll();
    expect(drawn).toEqual(["hidden", "seen"]);
    vi.runAllTimers();
    expect(drawn).toEqual(["hidden", "seen"]);
  });
});
