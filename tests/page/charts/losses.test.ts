// The histogram of the losses: nothing gets lost when bins are merged, and heights are shares for a loss.
import { describe, expect, it } from "vitest";
import type { LossHistogram } from "../../../src/boundary/wasm/core";
import { bars, lossSeries, named, unitOf } from "../../../www/charts/data/losses";

const BINS = 512;

/** Bell curves around -0.5 and 0.5 on edges that grow towards the ends. */
function histogram(threshold = 0): LossHistogram {
  const edges = Array.from({ length: BINS + 1 }, (_, i) => Math.sinh((i - BINS / 2) / 60));
  const counts = (centre: number) =>
    edges.slice(1).map((to, i) => {
      const from = edges[i] ?? 0;
      return Math.round(1e6 * (to - from) * Math.exp(-(((from + to) / 2 - centre) ** 2) / 2));
    });
  return { edges, out: counts(-0.5), in: counts(0.5), threshold };
}

const total = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);

describe("bars", () => {
  const all = bars(histogram());

  it("are few, contiguous, and hold everything", () => {
    expect(all.length).toBeGreaterThan(20);
    expect(all.length).toBeLessThanOrEqual(48);
    expect(all.slice(1).every(({ from }, i) => from === all[i]?.to)).toBe(true);
    expect(total(all.map((bar) => bar.out))).toBeCloseTo(1, 12);
    expect(total(all.map((bar) => bar.in))).toBeCloseTo(1, 12);
  });

  it("leave out the empty tails", () => {
    expect(all[0]?.from).toBeGreaterThan(-4.5);
    expect(all.at(-1)?.to).toBeLessThan(4.5);
  });

  it("look no taller where they are wider", () => {
    const unit = unitOf(all);
    const [without] = lossSeries(all);
    const inner = without?.points.filter(({ x }) => Math.abs(x) < 2) ?? [];
    expect(inner.length).toBeGreaterThan(10);
    for (const { x, upper } of inner) {
      const density = (unit * Math.exp(-((x + 0.5) ** 2) / 2)) / Math.sqrt(2 * Math.PI);
      expect(Math.abs(upper / density - 1)).toBeLessThan(0.05);
    }
  });

  it("are none while nothing is counted", () => {
    const { edges } = histogram();
    const none = Array<number>(BINS).fill(0);
    expect(bars({ edges, out: none, in: none, threshold: 0 })).toEqual([]);
    expect(lossSeries([])).toEqual([]);
  });

  it("are one where all losses fall into one bin", () => {
    const counts = Array.from({ length: BINS }, (_, i) => (i === 100 ? 5 : 0));
    expect(bars({ ...histogram(), out: counts, in: counts })).toMatchObject([{ out: 1, in: 1 }]);
  });
});

describe("the shares right of the threshold", () => {
  it("are those of the bell curves, wherever it falls in a bin", () => {
    for (const threshold of [0, 0.0123, -0.3]) {
      const shares = named(histogram(threshold));
      expect(shares.out).toBeCloseTo(above(threshold + 0.5), 3);
      expect(shares.in).toBeCloseTo(above(threshold - 0.5), 3);
    }
  });

  it("are all or nothing beyond the ends", () => {
    expect(named(histogram(-1e9))).toEqual({ out: 1, in: 1 });
    expect(named(histogram(1e9))).toEqual({ out: 0, in: 0 });
  });
});

/** The upper tail of the standard normal law, by Simpson's rule. */
function above(x: number): number {
  const [steps, end] = [2000, 10];
  const h = (end - x) / steps;
  const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const weights = Array.from({ length: steps + 1 }, (_, i) => (i === 0 || i === steps ? 1 : i % 2 === 0 ? 2 : 4));
  return (h / 3) * weights.reduce((sum, weight, i) => sum + weight * density(x + i * h), 0);
}
