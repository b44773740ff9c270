// Pieces of HTML as text.

/** Markup that needs no escaping any more. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | null | readonly Part[];

/** A template whose values are escaped, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Markup {
  return new Markup(strings.reduce((text, piece, i) => text + markup(values[i - 1] ?? null) + piece));
}

function markup(part: Part): string {
  if (part === null) return "";
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(markup).join("");
  return String(part).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Of the calculator, for pages beside it. */
export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M1 15V1M1 15h14' fill='none' stroke='%23777'/%3E%3Cpath d='M1 15C3 6 7 3 15 2' fill='none' stroke='%23b4451f' stroke-width='2'/%3E%3C/svg%3E";
