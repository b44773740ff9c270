// The page's styles inside of a shadow root: one sheet for all embeds.
import tokens from "../components/styles/tokens.css?raw";
import styles from "./embed.css?inline";

/** Custom properties of the host page that do not bear the name of the token they replace. */
const RENAMED: Record<string, string> = { sans: "font" };

const DARK = /@media (?:screen and )?\(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/;

/** Every colour, space and typeface of the page; the host page sets `--mi-NAME` to replace one. */
export function tokensOf(css: string): { name: string; property: string; light: string; dark: string | null }[] {
  const [, dark = ""] = DARK.exec(css) ?? [];
  const [, light = ""] = /:root \{([^}]*)\}/.exec(css) ?? [];
  const inDark = new Map(declarations(dark));
  return declarations(light).map(([name, value]) => ({
    name,
    property: `--mi-${RENAMED[name] ?? name}`,
    light: value,
    dark: inDark.get(name) ?? null,
  }));
}

function declarations(block: string): [string, string][] {
  return [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
    name,
    value.replace(/\s+/g, " ").trim(),
  ]);
}

/** The tokens on the element around an embed, where no rule of the host page reaches. */
export function tokenRules(css: string): string {
  const all = tokensOf(css);
  const block = (value: (token: (typeof all)[number]) => string) =>
    all.map((token) => `--${token.name}:var(${token.property},${value(token)});`).join("");
  const both = block(({ light, dark }) => (dark ? `light-dark(${light},${dark})` : light));
  const light = block((token) => token.light);
  const dark = block((token) => token.dark ?? token.light);
  // Browsers of before 2024 know light-dark() not: there, "auto" is what the system prefers.
  return `.embed{${both}}
    @supports not (color: light-dark(red, red)) {
      .embed{${light}}
      @media (prefers-color-scheme: dark) { :host(:not([theme="light"])) .embed{${dark}} }
      :host([theme="dark"]) .embed{${dark}}
    }`;
}

/** Widths are those of the embed, not of the window; sizes follow the text around it, not the root of the host page. */
export function contained(css: string): string {
  return css.replace(/@media([^{]*)|(-?\d*\.?\d+)rem\b|(\d)vw\b/g, (all, media?: string, rem?: string, vw?: string) => {
    if (rem) return `calc(${rem} * var(--mi-rem))`;
    if (vw) return `${vw}cqi`;
    return media?.includes("width") ? `@container${media}` : all;
  });
}

/** A length that children inherit as it was computed here; where it cannot be registered, they take the root's. */
function registerSize(): string {
  try {
    CSS.registerProperty({ name: "--mi-rem", syntax: "<length>", inherits: true, initialValue: "16px" });
    return "1em";
  } catch (error) {
    return error instanceof DOMException && error.name === "InvalidModificationError" ? "1em" : "1rem";
  }
}

/** What one kind of embed has beyond that. */
export function adopt(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(contained(css));
  root.adoptedStyleSheets.push(sheet);
}

let shared: CSSStyleSheet | null = null;

export function embedSheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet();
    const size = registerSize();
    shared.replaceSync(`${contained(tokenRules(tokens) + styles)} .embed{--mi-rem:${size}}`);
  }
  return shared;
}
