// An embed's attributes and the link's fragment: the same names, with "-" for "_".

import type { EmbeddedView } from "../state/embeds";
import { type Fault, plain } from "../state/link/faults";
import { type Link, linkName, ownKey, readFragment } from "../state/link/fragment";
import { CHOICE_KEYS, type ChoiceKey } from "../state/parameters/choices";
import { ROWS_KEYS } from "../state/parameters/rows";
import { LINK_KEYS, type Name, PARAMS } from "../state/parameters/table";
import { RUN_NAMES } from "../state/questions/run";

/** What an embed has beside the state. */
export const OWN_ATTRIBUTES = ["state", "theme", "controls", "sliders", "calculator", "fallback"] as const;

/** Which of its parts is open is the author's choice in the calculator alone. */
function isState(key: ChoiceKey, view: EmbeddedView): boolean {
  return key !== "view" && (key !== "section" || view === "training");
}

/** Names that frameworks and HTML give to any element. */
const FOREIGN = /^(?:data-|aria-|on|_|ng-|v-|x-|:|@)|:/;
const GLOBAL = new Set(
  (
    "accesskey align autofocus class contenteditable dir draggable exportparts height hidden id inert is itemid itemprop " +
    "itemref itemscope itemtype key lang loading markdown nonce part popover ref role slot spellcheck style tabindex title " +
    "translate width"
  ).split(" "),
);

/** The keys of the state that have an attribute in a view, and what else each may be called there. */
export function stateAttributes(view: EmbeddedView): { name: Name; attribute: string; aliases: string[] }[] {
  // Options of an experiment are read by the laboratory itself.
  if (view === "laboratory") return [{ name: "section", attribute: "section", aliases: ["experiment"] }];
  const names: Name[] = [
    ...LINK_KEYS,
    ...CHOICE_KEYS.filter((key) => isState(key, view)),
    "history",
    ...ROWS_KEYS,
    "second_values",
  ];
  if (view === "figures") names.push("figure");
  if (view === "register") names.push("entry");
  return names.map((name) => {
    const own = ownKey(linkName(name, view), view) === name;
    const aliases = name in PARAMS ? PARAMS[name as keyof typeof PARAMS].aliases : [];
    const free = aliases.filter((alias) => !ownKey(alias, view));
    return {
      name,
      attribute: dashed(linkName(name, view)),
      aliases: [...(own ? [name] : []), ...free].map(dashed),
    };
  });
}

/** Made once for each view. */
const BY_ATTRIBUTE = new Map<EmbeddedView, Map<string, Name>>();

function named(attribute: string, view: EmbeddedView): Name | undefined {
  let names = BY_ATTRIBUTE.get(view);
  if (!names) {
    names = new Map(
      stateAttributes(view).flatMap(({ name, attribute, aliases }) =>
        [attribute, ...aliases].map((word) => [word, name] as [string, Name]),
      ),
    );
    BY_ATTRIBUTE.set(view, names);
  }
  return names.get(attribute);
}

/** The key in the link of an attribute, e.g. "b.noise_multiplier" of "b-noise-multiplier" or of "b-sigma". */
function linkKey(attribute: string, view: EmbeddedView): string | undefined {
  const own = named(attribute, view);
  if (own) return linkName(own, view);
  if (view === "laboratory") return isForeign(attribute) ? undefined : attribute.replaceAll("-", "_");
  if (attribute === "b") return "b";
  const ofB = attribute.startsWith("b-") ? named(attribute.slice(2), view) : undefined;
  return ofB && (RUN_NAMES as readonly Name[]).includes(ofB) ? `b.${ofB}` : undefined;
}

/** The fragment that an embed's attributes say; an attribute wins over the same key in `state`. */
export function fragmentOf(attributes: Iterable<{ name: string; value: string }>, view: EmbeddedView): string {
  const said = new Map<string, string>();
  let state = "";
  for (const { name, value } of attributes) {
    if (name === "state") state = value.trim().replace(/^.*#/, "");
    const key = linkKey(name, view);
    if (key) said.set(key, value.trim());
  }
  const rest = state.split("&").filter((pair) => {
    const key = pair.split("=")[0] ?? "";
    const name = key.startsWith("b.") ? `b-${dashed(key.slice(2))}` : dashed(key);
    return key !== "" && key !== "view" && !said.has(linkKey(name, view) ?? "");
  });
  const own = [...said].map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return [`view=${view}`, ...own, ...rest].join("&");
}

/** The state of an embed, with everything that its attributes have wrong. */
export function readAttributes(attributes: Iterable<{ name: string; value: string }>, view: EmbeddedView): Link {
  const all = [...attributes];
  const link = readFragment(fragmentOf(all, view));
  return { ...link, faults: [...link.faults, ...unknown(all, view), ...fileless(link)] };
}

/** Nothing in an embed reads files. */
function fileless({ values: { view, distance_source, results, scores_from } }: Link): Fault[] {
  if (view === "attributes" && distance_source !== "constant")
    return [plain([], `distance_source is ${distance_source}, and an embed holds no file; allowed is constant`, [])];
  if (view === "audit" && results === "scores" && scores_from === "file")
    return [plain([], "results is scores, and an embed holds no file; allowed are counts, thresholds, one_run", [])];
  return [];
}

/** A misspelt name would leave a default in its place. */
function unknown(attributes: { name: string }[], view: EmbeddedView): Fault[] {
  return attributes
    .map(({ name }) => name)
    .filter((name) => linkKey(name, view) === undefined && !isForeign(name))
    .map((name) => plain([], `the attribute ${name} is not one of this element`, []));
}

/** No name of the state. */
function isForeign(attribute: string): boolean {
  const own = (OWN_ATTRIBUTES as readonly string[]).includes(attribute);
  return own || GLOBAL.has(attribute) || FOREIGN.test(attribute);
}

function dashed(name: string): string {
  return name.replaceAll("_", "-");
}
