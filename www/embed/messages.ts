// The two messages between a host page and an iframe of ours.

/** The iframe tells its height in CSS pixels; the host page asks for it. */
export const HEIGHT = { source: "mi-bounds", type: "height" } as const;
export const MEASURE = { source: "mi-bounds", type: "measure" } as const;

/** No figure is taller, and no page shall be stretched beyond use. */
const TALLEST = 30_000;

export function heightIn(data: unknown): number | null {
  if (!says(data, HEIGHT)) return null;
  const { height } = data as { height?: unknown };
  return typeof height === "number" && height > 0 && height <= TALLEST ? height : null;
}

export function isMeasure(data: unknown): boolean {
  return says(data, MEASURE);
}

function says(data: unknown, { source, type }: { source: string; type: string }): boolean {
  if (data === null || typeof data !== "object") return false;
  const message = data as { source?: unknown; type?: unknown };
  return message.source === source && message.type === type;
}
