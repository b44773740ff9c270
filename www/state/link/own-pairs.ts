// Pairs of a link that a view reads by itself, as one text.

export type Pair = [name: string, text: string];

/** Lists are read in links, too: commas stay. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",");
}

export function pairsText(pairs: readonly Pair[]): string {
  return pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join("&");
}

export function readPairs(text: string): Pair[] {
  return text.split("&").filter(Boolean).map(splitPair);
}

export function splitPair(pair: string): Pair {
  const at = pair.indexOf("=");
  return at === -1 ? [decoded(pair), ""] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
