// Tables that experiments train on: those that lie beside the page, each fetched when it is first needed, and the reader's own.
import type { OwnTable } from "./own-table";

/** Where the shipped ones are; the link calls them by these names. */
const SHIPPED: Readonly<Record<string, () => URL>> = {
  digits: () => new URL("../../data/digits.csv", import.meta.url),
  "breast-cancer": () => new URL("../../data/breast-cancer.csv", import.meta.url),
  "health-insurance": () => new URL("../../data/health-insurance.csv", import.meta.url),
};

/** So many bytes are read at once. */
const PIECE = 1 << 20;

/** The table of this name in pieces; null where there is none. */
export function bytesOf(name: string, own: OwnTable | null): AsyncGenerator<Uint8Array> | null {
  if (own?.name === name) return piecesOf(own.file);
  const address = Object.hasOwn(SHIPPED, name) ? SHIPPED[name] : undefined;
  return address ? fetched(address()) : null;
}

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += PIECE) yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
}

async function* fetched(address: URL): AsyncGenerator<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The table could not be loaded: ${response.status}`);
  yield new Uint8Array(await response.arrayBuffer());
}
