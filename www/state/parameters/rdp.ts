// A guarantee of Rényi differential privacy as text: order and divergence of each pair.
import { readNumber } from "./number-text";
import { outside, print, quoted, rangeOf } from "./parameter";
import { inWords, type TextProblem } from "./text-problem";

/** Order (above 1) and the divergence that is guaranteed at it. */
export type RdpPair = [order: number, epsilon: number];

/** Gaussian noise of twice the sensitivity: order / 8. */
export const RDP_START: RdpPair[] = [2, 4, 8, 16, 32, 64].map((order) => [order, order / 8]);

const MOST_PAIRS = 200;
const COLUMNS = [
  { name: "order", range: rangeOf("rdp_order") },
  { name: "epsilon", range: rangeOf("guarantee") },
] as const;

export type RdpReading = { ok: true; value: RdpPair[] } | { ok: false; message: string };

/** As a person writes it: a pair in each line. */
export function rdpText(pairs: RdpPair[]): string {
  return pairs.map((pair) => pair.map(print).join(", ")).join("\n");
}

/** As the link has it: pairs separated by semicolons. */
export function writeRdp(pairs: RdpPair[]): string {
  return pairs.map((pair) => pair.map(print).join(",")).join(";");
}

/** Reads either; lines and columns of a refusal count from 1. */
export function readRdp(text: string): RdpReading {
  const lines = text.split(/[;\r\n]+/);
  const pairs: RdpPair[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === "") continue;
    if (pairs.length === MOST_PAIRS) return { ok: false, message: `rdp has more than ${MOST_PAIRS} pairs` };
    const cells = line.split(/[,\t ]+/).filter(Boolean);
    if (cells.length !== COLUMNS.length) {
      return refused({ line: i + 1, column: 1, message: `${quoted(line)} is not an order and an epsilon` });
    }
    const pair: number[] = [];
    for (const [column, { name, range }] of COLUMNS.entries()) {
      const reading = readNumber(cells[column] ?? "", false);
      const problem = reading.ok ? outside(name, reading.value, range) : `${name} ${reading.problem}`;
      if (problem) return refused({ line: i + 1, column: column + 1, message: problem });
      if (reading.ok) pair.push(reading.value);
    }
    pairs.push(pair as RdpPair);
  }
  if (pairs.length === 0) return { ok: false, message: "rdp is empty: write an order and an epsilon in each line" };
  return { ok: true, value: pairs };
}

function refused(problem: TextProblem): RdpReading {
  return { ok: false, message: `rdp, ${inWords(problem)}` };
}
