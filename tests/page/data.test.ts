// The tables that are shipped are those that their manifest names: by hash, rows and columns.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

interface Table {
  file: string;
  label: string;
  source: string;
  licence: string;
  rows: number;
  columns: number;
  sha256: string;
}

const folder = new URL("../../data/", import.meta.url);
const bytes = (name: string) => readFileSync(fileURLToPath(new URL(name, folder)));
const tables = JSON.parse(bytes("tables.json").toString()) as Table[];

describe("the shipped tables", () => {
  it("are all in the manifest", () => {
    const files = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith(".csv"));
    expect(files.sort()).toEqual(tables.map((table) => table.file).sort());
  });

  it.each(tables.map((table) => [table.file, table] as const))("%s is as it was made", (file, table) => {
    const content = bytes(file);
    expect(createHash("sha256").update(content).digest("hex")).toBe(table.sha256);
    const lines = content.toString().trimEnd().split("\n");
    expect(lines.length - 1).toBe(table.rows);
    expect(new Set(lines.map((line) => line.split(",").length))).toEqual(new Set([table.columns]));
    expect(lines[0]?.split(",")).toContain(table.label);
    expect(table.source).toBeTruthy();
    expect(table.licence).toBeTruthy();
  });
});
