// The generated table of names: complete, in step with the reader, and written to docs/links.md.
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readFragment } from "../../../www/state/link/fragment";
import { type LinkRow, linkRows } from "../../../www/state/link/names";
import { CHOICE_KEYS } from "../../../www/state/parameters/choices";
import { LINK_KEYS } from "../../../www/state/parameters/table";

const file = fileURLToPath(new URL("../../../docs/links.md", import.meta.url));
const rows = linkRows();

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ") || "–";
}

function line({ name, aliases, short, meaning, unit, start, range, views }: LinkRow): string {
  const others = [...aliases, ...(short ? [`${short} (in its view)`] : [])];
  const cells = [
    `\`${name}\``,
    others
      .map((one) => `\`${one}\``)
      .join(", ")
      .replaceAll(" (in its view)`", "` in its view"),
    meaning,
    unit,
    start,
    range,
    views.join(", "),
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

const TEXT = `# The names in a link

This file is generated from the tables that the page reads links with: \`npx vitest run --project unit -u tests/page/link-table.test.ts\`.

The state of the page is the part of its address after \`#\`: names and values as in
\`#v=1&noise_multiplier=1.1&batch_size=256\`. What is left out has its start value. Numbers may be written as people write them
(\`60k\`, \`256/60000\`, \`0.1%\`). A value that is refused, a name that stands twice with different values and one that is unknown
make a link damaged: the page says so and shows no figure until it is mended. Numbers from files are not part of a link, nor
are the settings of one machine (\`seconds\`, \`workers\`). In a view that has a name of its own that is the same as one of the
training view, the training view's is written with \`run_\` before it.

| Name | Also | Meaning | Unit | Start value | Allowed | Views |
| --- | --- | --- | --- | --- | --- | --- |
${rows.map(line).join("\n")}
`;

describe("the table of names", () => {
  it("is docs/links.md", async () => {
    await expect(TEXT).toMatchFileSnapshot(file);
  });

  it("has every name that a link carries once", () => {
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of [...CHOICE_KEYS, ...LINK_KEYS, "history", "rdp", "thresholds", "v", "made"])
      expect(names).toContain(name);
  });

  it.each(rows)("$name counts in some view, and means something", ({ meaning, start, range, views }) => {
    expect(views.length).toBeGreaterThan(0);
    expect(meaning && start && range).toBeTruthy();
  });

  it.each(rows.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)))(
    "%s is read as %s",
    (alias, name) => {
      const value = name === "num_steps" ? "7" : "0.5";
      const read = readFragment(`#${alias}=${value}`);
      expect(read.faults).toEqual([]);
      expect(read.values).toMatchObject({ [name]: Number(value) });
    },
  );

  it.each(rows.flatMap(({ name, short, views }) => (short ? [[short, name, views[0]] as const] : [])))(
    "%s is read as %s in the view %s",
    (short, name, view) => {
      const { faults } = readFragment(`#view=${view}&${short}=x`);
      expect(faults.map(({ parameter }) => parameter)).toEqual([name]);
    },
  );
});
