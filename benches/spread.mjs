// Repetitions of one measurement, in Node and in the worker.

/**
 * @param {number[]} values
 * @returns {{ count: number, min: number, median: number, max: number }}
 */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const last = sorted.length - 1;
  const median = (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]) / 2;
  return { count: sorted.length, min: sorted[0], median, max: sorted[last] };
}

/** @param {number[]} values */
export const median = (values) => spread(values).median;
