// The light colours for pictures, from the one file where they are chosen.
import tokens from "../styles/tokens.css?raw";

/** Names and values of the first block: the light theme. */
export function lightTokens(css: string = tokens): Map<string, string> {
  const block = /:root\s*\{(.*?)\}/s.exec(css)?.[1] ?? "";
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value.trim()]),
  );
}

/** Plot asks for a background of its own where text has an edge. */
const ALIASES: Record<string, string> = { "--plot-background": "--paper" };

/** Markup in which every colour stands for itself: no variable and no word for the colour of the text. */
export function inLight(markup: string, light = lightTokens()): string {
  const value = (name: string): string => light.get(ALIASES[name] ?? name) ?? light.get("--ink") ?? "black";
  return markup
    .replace(/var\((--[\w-]+)(?:,[^()]*)?\)/g, (_, name: string) => value(name))
    .replace(/currentcolor/gi, value("--ink"));
}
