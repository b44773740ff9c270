// The settings of the validation page, what other tools said of them, and why they differ: three stored files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HistoryEntry, NeighboringRelation } from "../../src/boundary/wasm/core";

export const QUANTITIES = ["advantage", "epsilon", "tpr"] as const;
export type Quantity = (typeof QUANTITIES)[number];

export interface Setting {
  id: string;
  kind: string;
  label: string;
  phases: HistoryEntry[];
  neighboring_relation: NeighboringRelation;
  target_delta: number;
  /** Where the example stands, if its label does not say it. */
  source?: string;
}

/** One answer of a tool, as it came. */
export interface PeerRow {
  tool: string;
  quantity: Quantity;
  fpr?: number;
  value: number | null;
  /** The lower end, of a tool that gives an interval; `value` is its upper one. */
  lower?: number;
  seconds?: number;
  /** Why there is no value. */
  reason?: string;
}

export interface Peers {
  generated: string;
  python: string;
  limit_seconds: number;
  limit_gigabytes: number;
  tools: { name: string; version: string; license?: string }[];
  /** `false_mass`: what riskcal's law of the null holds beyond 1. */
  settings: Record<string, { false_mass: number | null; rows: PeerRow[] }>;
}

/** Why a tool is off by more than its kind lets expect, or on the wrong side. */
export interface Explanation {
  tool: string;
  quantity: Quantity;
  fpr?: number;
  side: "below" | "above";
  settings: string[];
  reason: string;
}

/** A value by a route that shares nothing with ours or the tools'. */
export interface ThirdRoute {
  quantity: Quantity;
  fpr?: number;
  value: number;
}

export interface Stored {
  fpr: number[];
  settings: Setting[];
  peers: Peers;
  explanations: Explanation[];
  /** By the name of the setting. */
  independent: Record<string, ThirdRoute[]>;
}

export function stored(root: string): Stored {
  const read = (name: string) => JSON.parse(readFileSync(join(root, "tests/validation", name), "utf8"));
  return {
    ...read("settings.json"),
    peers: read("peers.json"),
    explanations: read("explanations.json"),
    independent: read("independent.json"),
  };
}
