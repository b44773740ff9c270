// Fills the text of embeds while a site is built: sentences and numbers for readers without script, and for search.
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { type Core, fallbackOf } from "./fallback-texts";
import { EMBEDS, type EmbedName } from "./names";

type Element = DefaultTreeAdapterTypes.Element;

/** Everything wrong with the attributes of an element, with the line it stands in. */
export class BadEmbed extends Error {
  constructor(
    readonly line: number,
    readonly element: string,
    reasons: string[],
  ) {
    super(`line ${line}: <${element}>: ${reasons.join(" ")}`);
    this.name = "BadEmbed";
  }
}

/** The page with the text of every `<mi-… fallback>` written anew; nothing else of it changes. */
export function fillFallbacks(page: string, core: Core): string {
  let filled = "";
  let from = 0;
  for (const { element, start, end } of places(page)) {
    filled += page.slice(from, start) + textOf(element, core);
    from = end;
  }
  return filled + page.slice(from);
}

interface Place {
  element: Element;
  start: number;
  end: number;
}

function places(page: string): Place[] {
  const found: Place[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ("tagName" in node && isEmbed(node.tagName) && node.attrs.some(({ name }) => name === "fallback")) {
      const location = node.sourceCodeLocation;
      if (!location?.startTag || !location.endTag) {
        throw new BadEmbed(location?.startLine ?? 0, node.tagName, ["it has no end tag of its own."]);
      }
      found.push({ element: node, start: location.startTag.endOffset, end: location.endTag.startOffset });
      return;
    }
    if ("content" in node) visit(node.content);
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(page, { sourceCodeLocationInfo: true }));
  return found.sort((a, b) => a.start - b.start);
}

function isEmbed(name: string): name is EmbedName {
  return (EMBEDS as readonly string[]).includes(name);
}

function textOf(element: Element, core: Core): string {
  const name = element.tagName as EmbedName;
  const line = element.sourceCodeLocation?.startLine ?? 0;
  const { html, faults } = fallbackOf(name, element.attrs, core, !isInParagraph(element));
  if (faults.length > 0) throw new BadEmbed(line, name, faults);
  return html;
}

/** A table would end the paragraph that it stands in. */
function isInParagraph(element: Element): boolean {
  for (let node: DefaultTreeAdapterTypes.ParentNode | null = element.parentNode; node; ) {
    if ("tagName" in node && /^(?:p|h[1-6]|span|em|strong|a)$/.test(node.tagName)) return true;
    node = "parentNode" in node ? node.parentNode : null;
  }
  return false;
}
