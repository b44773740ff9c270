// Tables that experiments train on: those that lie beside the page, each fetched when it is first needed, and the reader's own.
import type { OwnTable } from "./own-table";

/** Where the shipped ones are; the link calls them by these names. */
const SHIPPED: Readonly<Record<string, () => URL>> = {
  digits: () => new URL("../../data/digits.csv", import.meta.url),
  "breast-cancer": () => new URL("../../data/breast-cancer.csv", import.meta.url),
  "health-insurance": () => new URL("../../data/health-insurance.csv", import.meta.url),
};

const texts = new Map<string, Promise<string>>();

/** The options with the table itself in the place of its name; as they are, where they have none or it is no such name. */
export async function withTable<O extends object>(options: O, own: OwnTable | null): Promise<O> {
  const { table } = options as { table?: unknown };
  if (typeof table !== "string") return options;
  const source = sourceOf(table, own);
  if (!source) return options;
  const text = texts.get(table) ?? source();
  texts.set(table, text);
  // What could not be read is tried again by the next question.
  text.catch(() => texts.delete(table));
  return { ...options, table: await text };
}

/** So many bytes are read at once. */
const PIECE = 1 << 20;

/** The table in pieces, as it is read; none where there is no table of this name. */
export async function* bytesOf(table: string, own: OwnTable | null): AsyncGenerator<Uint8Array> {
  if (own?.name !== table) {
    const { table: text } = await withTable({ table }, null);
    yield new TextEncoder().encode(text);
    return;
  }
  const { file } = own;
  for (let at = 0; at < file.size; at += PIECE) yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
}

function sourceOf(name: string, own: OwnTable | null): (() => Promise<string>) | null {
  if (own?.name === name) return () => own.file.text();
  const address = Object.hasOwn(SHIPPED, name) ? SHIPPED[name] : undefined;
  return address ? () => fetched(address()) : null;
}

async function fetched(address: URL): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The table could not be loaded: ${response.status}`);
  return response.text();
}
