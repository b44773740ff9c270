// A chart as a picture that stands for itself: light, with its title, its legend, the parameters and the version.
import tokens from "../styles/tokens.css?raw";

export interface LegendEntry {
  name: string;
  /** Markup of its sample, 34 wide and 8 high. */
  sample: string;
}

export interface Drawing {
  /** What stands inside of the chart's <svg>. */
  inside: string;
  width: number;
  height: number;
}

export interface Picture {
  drawing: Drawing;
  title: string;
  legend: LegendEntry[];
  /** What the chart says, for those who cannot see it. */
  description: string;
  /** Below the chart: parameters, version, address. */
  lines: string[];
}

const MARGIN = 16;
const TITLE_SIZE = 16;
const SIZE = 12;
const LINE = 1.4;
/** A mean character of a sans-serif face, as a share of its size; a little more than most, so that lines do not run out. */
const CHARACTER = 0.53;
const NARROWEST = 420;
const SAMPLE = 42;

const FACE = "Helvetica, Arial, sans-serif";

export function pictureSvg({ drawing, title, legend, description, lines }: Picture): string {
  const light = lightTokens();
  const width = Math.max(drawing.width, NARROWEST) + 2 * MARGIN;
  const room = width - 2 * MARGIN;
  const parts: string[] = [];
  let y = MARGIN;
  for (const text of wrapped(title, room / (TITLE_SIZE * CHARACTER))) {
    y += TITLE_SIZE * LINE;
    parts.push(line(text, MARGIN, y - 0.4 * TITLE_SIZE, TITLE_SIZE, "var(--ink)", "bold"));
  }
  y += 8;
  // What the page and the root of the chart say of its text is said here.
  parts.push(
    `<g transform="translate(${MARGIN},${y})" font-size="13" text-anchor="middle" fill="var(--ink)">${drawing.inside}</g>`,
  );
  y += drawing.height;
  for (const { name, sample } of legend) {
    y += SIZE * 1.6;
    parts.push(`<g transform="translate(${MARGIN},${y - 8})">${sample}</g>`);
    parts.push(line(name, MARGIN + SAMPLE, y, SIZE, "var(--ink)"));
  }
  y += legend.length > 0 ? 10 : 4;
  for (const text of lines.flatMap((whole) => wrapped(whole, room / (SIZE * CHARACTER)))) {
    y += SIZE * LINE;
    parts.push(line(text, MARGIN, y, SIZE, "var(--ink-soft)"));
  }
  const height = Math.ceil(y + MARGIN);
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FACE}">
<title>${escaped(title)}</title>
<desc>${escaped(description)}</desc>
<rect width="100%" height="100%" fill="var(--paper)"/>
${parts.join("\n")}
</svg>
`;
  return inLight(markup, light);
}

function line(text: string, x: number, y: number, size: number, fill: string, weight?: string): string {
  const bold = weight ? ` font-weight="${weight}"` : "";
  return `<text x="${x}" y="${round(y)}" font-size="${size}" fill="${fill}"${bold}>${escaped(text)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Lines of so many characters, cut at spaces; a word that is longer, e.g. an address, is cut where it must be. */
export function wrapped(text: string, most: number): string[] {
  const longest = Math.floor(most);
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ").flatMap((whole) => pieces(whole, longest))) {
    const joined = current ? `${current} ${word}` : word;
    if (joined.length <= longest) current = joined;
    else {
      lines.push(current);
      current = word;
    }
  }
  return current ? [...lines, current] : lines;
}

function pieces(word: string, longest: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < word.length; at += longest) found.push(word.slice(at, at + longest));
  return found;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Names and values of the first block: the light theme. */
export function lightTokens(css: string = tokens): Map<string, string> {
  const block = /:root\s*\{(.*?)\}/s.exec(css)?.[1] ?? "";
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value.trim()]),
  );
}

/** Observable Plot asks for a background of its own where text has an edge. */
const ALIASES: Record<string, string> = { "--plot-background": "--paper" };

/** Markup in which every colour stands for itself: no variable and no word for the colour of the text. */
export function inLight(markup: string, light = lightTokens()): string {
  const value = (name: string): string => light.get(ALIASES[name] ?? name) ?? light.get("--ink") ?? "black";
  return markup
    .replace(/var\((--[\w-]+)(?:,[^()]*)?\)/g, (_, name: string) => value(name))
    .replace(/currentcolor/gi, value("--ink"));
}
