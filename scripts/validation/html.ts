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
