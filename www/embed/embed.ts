// The page inside of an iframe: the embed that its fragment asks for, its height for the host page, and that page's theme.
import "./elements";
import { fixedTheme, HEIGHT, isMeasure, type Theme, themeIn } from "./messages";
import { EMBEDS, type EmbedName } from "./names";

/** What the fragment holds beside the state. */
const OWN = ["figure", "controls", "sliders", "theme"] as const;

/** What the host page said last; it stays with another fragment. */
let around: Theme | null = null;

interface Asked {
  name: EmbedName;
  attributes: Map<string, string>;
  fault: string | null;
}

function asked(fragment: string): Asked {
  const attributes = new Map<string, string>();
  const rest: string[] = [];
  for (const pair of fragment.replace(/^#/, "").split("&")) {
    const at = pair.indexOf("=");
    const [key, value] = at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
    // A second figure is that of a paper, which belongs to the state.
    if ((OWN as readonly string[]).includes(key) && !attributes.has(key)) attributes.set(key, value);
    else if (pair !== "") rest.push(pair);
  }
  attributes.set("state", rest.join("&"));
  const figure = attributes.get("figure") ?? "advantage";
  attributes.delete("figure");
  const name = EMBEDS.find((each) => each === `mi-${figure}`);
  const figures = EMBEDS.map((each) => each.slice("mi-".length)).join(", ");
  const fault = name ? null : `figure is ${JSON.stringify(figure.slice(0, 40))}; allowed are ${figures}.`;
  return { name: name ?? "mi-advantage", attributes, fault };
}

function show(): void {
  applyTheme();
  const { name, attributes, fault } = asked(location.hash);
  if (fault) {
    const notice = document.createElement("p");
    notice.textContent = fault;
    document.body.replaceChildren(notice);
    return;
  }
  // A new element begins from the new fragment alone, whatever the reader had changed.
  const element = document.createElement(name);
  for (const [key, value] of attributes) element.setAttribute(key, value);
  document.body.replaceChildren(element);
}

/**
 * Paper is only where the author fixed a theme: else the host page is seen behind the figure. Browsers show it where both have
 * the same colour scheme. The element follows that scheme, so that what the reader has changed stays.
 */
function applyTheme(): void {
  const root = document.documentElement;
  const fixed = fixedTheme(location.hash);
  root.style.colorScheme = fixed ?? around ?? "";
  if (fixed) root.dataset.paper = fixed;
  else delete root.dataset.paper;
}

function postHeight(): void {
  if (parent === window) return;
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  // A height is no secret; who the parent is cannot be known here.
  parent.postMessage({ ...HEIGHT, height }, "*");
}

addEventListener("hashchange", show);
addEventListener("message", ({ source, data }) => {
  if (source !== parent || parent === window) return;
  if (isMeasure(data)) postHeight();
  const theme = themeIn(data);
  if (!theme) return;
  around = theme;
  applyTheme();
});
show();
new ResizeObserver(postHeight).observe(document.body);
