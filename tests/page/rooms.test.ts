// The rooms of `www/` and who may import whom. A state becomes a question, an answer, words and pictures, and a page, in
// that order: no import runs back, and no two rooms import each other.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** Each room and what it may import, all of it from above. */
const ROOMS: Record<string, string[]> = {
  register: [],
  state: ["register"],
  engine: ["state"],
  answers: ["register", "state", "engine"],
  words: ["register", "state", "answers"],
  charts: ["register", "state", "engine", "answers", "words"],
  share: ["register", "state", "answers", "words"],
  components: ["register", "state", "engine", "answers", "words", "charts", "share"],
  views: ["register", "state", "engine", "answers", "words", "charts", "share", "components"],
  page: ["state", "engine", "answers", "words", "components", "views"],
  embed: ["state", "engine", "answers", "words", "components", "views"],
};

/** The rooms within a room whose parts must not know each other, and what each of them may import there. */
const INSIDE: Record<string, Record<string, string[]>> = {
  state: {
    parameters: [],
    files: ["parameters"],
    questions: ["parameters", "files"],
    link: ["parameters", "files", "questions"],
    inputs: ["parameters", "files", "questions", "link"],
  },
  components: {
    styles: [],
    element: [],
    controls: ["element"],
    figures: ["element"],
    charts: ["element", "styles"],
    share: ["element"],
  },
  views: {
    training: [],
    guarantee: [],
    calibrate: [],
    audit: [],
    noise: [],
    attributes: [],
    figures: [],
    laboratory: [],
    register: [],
    method: [],
  },
  charts: { data: [], plot: ["data"] },
};

/** What lies in a room beside its inner rooms. */
const LOOSE = ["tsconfig.json"];

interface Source {
  path: string;
  text: string;
}

const www = fileURLToPath(new URL("../../www/", import.meta.url));
const paths = readdirSync(www, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(www, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
const sources: Source[] = paths
  .filter((path) => /\.(ts|css)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(www, path), "utf8") }));

/** Where the imports of a file lead, types and late ones included; null stands for a place outside of `www/`. */
function imports({ path, text }: Source): (string | null)[] {
  const found = text.matchAll(/(?:\bfrom|\bimport|@import|new URL\()\s*\(?\s*(["'])(\.[^"'?]*)/g);
  return [...found].map(([, , written = ""]) => {
    const place = normalize(join(dirname(path), written)).replaceAll("\\", "/");
    return place.startsWith("..") ? null : place;
  });
}

const roomOf = (path: string) => path.split("/")[0] ?? "";

/** What is wrong with the imports of one file. */
function faults(source: Source): string[] {
  const room = roomOf(source.path);
  const allowed = ROOMS[room];
  if (!allowed) return [`${source.path} lies in no room of the table`];
  return imports(source).flatMap((place) => {
    if (place === null) return [];
    const other = roomOf(place);
    if (other !== room) return allowed.includes(other) ? [] : [`${source.path} imports ${place}`];
    const [from = "", to = ""] = [source.path, place].map((each) => each.split("/")[1] ?? "");
    const inner = INSIDE[room];
    if (!inner?.[from] || !inner[to] || from === to) return [];
    return inner[from].includes(to) ? [] : [`${source.path} imports ${place}`];
  });
}

describe("the rooms of the page", () => {
  it("hold every file", () => {
    expect(paths.filter((path) => !path.includes("/") && !LOOSE.includes(path))).toEqual([]);
    expect([...new Set(paths.map(roomOf))].filter((name) => !LOOSE.includes(name)).sort()).toEqual(
      Object.keys(ROOMS).sort(),
    );
  });

  it("import from above only", () => {
    const names = Object.keys(ROOMS);
    for (const [room, allowed] of Object.entries(ROOMS)) {
      for (const other of allowed) expect(names.indexOf(other), `${room} → ${other}`).toBeLessThan(names.indexOf(room));
    }
    expect(sources.flatMap(faults)).toEqual([]);
  });

  it("have no arrow in the table that nothing follows", () => {
    const followed = new Set(
      sources.flatMap((source) => imports(source).map((place) => place && `${roomOf(source.path)} → ${roomOf(place)}`)),
    );
    const idle = Object.entries(ROOMS).flatMap(([room, allowed]) => allowed.map((other) => `${room} → ${other}`));
    expect(idle.filter((arrow) => !followed.has(arrow))).toEqual([]);
  });

  it.each([
    ["an import that runs back", "state/x.ts", 'import { a } from "../words/number";'],
    ["a type that runs back", "words/x.ts", 'import type { A } from "../components/mi-x";'],
    ["a late import that runs back", "state/x.ts", 'const a = await import("../page/main");'],
    ["a style that runs back", "components/x.css", '@import "../page/page.css";'],
    ["a worker that runs back", "state/x.ts", 'new Worker(new URL("../engine/x.worker.ts", import.meta.url));'],
    ["an export that runs back", "answers/x.ts", 'export { a } from "../words/number";'],
    ["a view that knows another", "views/noise/x.ts", 'import "../guarantee/guarantee";'],
    ["a room that is not in the table", "helpers/x.ts", ""],
  ])("would not have %s", (_, path, text) => {
    expect(faults({ path, text })).toHaveLength(1);
  });

  it("are the only places that CONTRIBUTING.md names", () => {
    const guide = readFileSync(join(www, "../CONTRIBUTING.md"), "utf8");
    const named = [...guide.matchAll(/`((?:www|src|tests|benches|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((path) => !existsSync(join(www, "..", path)))).toEqual([]);
  });

  it("are named in CONTRIBUTING.md, one line each", () => {
    const guide = readFileSync(join(www, "../CONTRIBUTING.md"), "utf8");
    for (const room of Object.keys(ROOMS)) expect(guide.split(`\n- \`www/${room}/\`: `), room).toHaveLength(2);
  });

  it("are walked through in CONTRIBUTING.md as the imports go", () => {
    const guide = readFileSync(join(www, "../CONTRIBUTING.md"), "utf8");
    const walks = guide.split(/\n- |\n\n/).filter((item) => item.includes("⇢ `"));
    expect(walks).toHaveLength(3);
    for (const walk of walks) {
      const stops = [...walk.matchAll(/([→⇢])?\s*`((?:www|src)\/[^`]+)`/g)];
      expect(stops.length).toBeGreaterThan(12);
      for (const [at, [, how, stop = ""]] of stops.entries()) {
        const file = join(www, "..", stop);
        expect(existsSync(file), stop).toBe(true);
        if (how !== "→" || !stop.startsWith("www/")) continue;
        const before = stops.slice(0, at).map(([, , path = ""]) => path.replace("www/", ""));
        const target = stop.replace("www/", "").replace(/\.ts$/, "");
        const known = sources.filter(({ path }) => before.includes(path)).flatMap(imports);
        expect(known, `who imports ${stop}`).toContain(target);
      }
    }
  });
});
