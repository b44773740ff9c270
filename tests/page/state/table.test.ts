// Tables of numbers from text in pieces: what is read, what is refused and where.
import { describe, expect, it } from "vitest";
import { column, type Table } from "../../../www/state/files/table";
import { CsvReader, type Finish, type TableOptions } from "../../../www/state/files/table-csv";
import { readJson } from "../../../www/state/files/table-json";

const OPTIONS: TableOptions = {
  separator: null,
  named: null,
  least: Number.NEGATIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
  mostRows: 1000,
  mostColumns: 100,
};

function read(text: string, options: Partial<TableOptions> = {}, pieces = [text.length]): Finish {
  const reader = new CsvReader({ ...OPTIONS, ...options });
  let from = 0;
  for (const length of pieces) {
    reader.push(text.slice(from, from + length));
    from += length;
  }
  reader.push(text.slice(from));
  return reader.finish();
}

function table(text: string, options: Partial<TableOptions> = {}) {
  const finish = read(text, options);
  if (!finish.ok) throw new Error(JSON.stringify(finish.problems));
  const { values, ...rest } = finish.reading;
  return { ...rest, values: Array.from(values) };
}

function faults(text: string, options: Partial<TableOptions> = {}): string[] {
  const finish = read(text, options);
  if (finish.ok) return [];
  return finish.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe("a table", () => {
  it.each<[string, string, number, number, string[] | null]>([
    ["commas", "1,2\n3,4\n", 2, 2, null],
    ["semicolons", "1;2\n3;4", 2, 2, null],
    ["tabs", "1\t2\n3\t4", 2, 2, null],
    ["spaces", "1 2\n3   4", 2, 2, null],
    ["one column", "1\n2\n3", 3, 1, null],
    ["carriage returns", "1,2\r\n3,4\r\n", 2, 2, null],
    ["old line ends", "1,2\r3,4\r", 2, 2, null],
    ["a header", "a,b\n1,2", 1, 2, ["a", "b"]],
    ["a quoted header", '"a, b";"c"\n1;2', 1, 2, ["a, b", "c"]],
    ["quoted numbers", '"1","2"\n"3","4"', 2, 2, null],
    ["empty lines and comments", "# made\n\n1,2\n\n3,4\n\n", 2, 2, null],
    ["signs and powers", "-1e-5,+.5\n3.,0", 2, 2, null],
  ])("with %s", (_, text, rows, columns, header) => {
    expect(table(text)).toMatchObject({ rows, columns, header });
  });

  it("has decimal commas where something else separates", () => {
    expect(table("1,5;2\n3;4,25")).toMatchObject({
      values: [1.5, 2, 3, 4.25],
      remarks: ["commas read as decimal points"],
    });
  });

  it("is separated as the reader says", () => {
    expect(table("1,5\n2,5", { separator: "semicolon" })).toMatchObject({ columns: 1, values: [1.5, 2.5] });
    expect(table("1,5\n2,5")).toMatchObject({ columns: 2, values: [1, 5, 2, 5] });
    expect(faults("1;2\n3;4", { separator: "comma" })[0]).toBe('1:1 "1;2" is not a finite number');
  });

  it("is the same in whatever pieces it comes", () => {
    const text = "a,b\r\n1.25,2\r\n-3e2,4\r\n";
    const whole = read(text);
    for (let size = 1; size < text.length; size++) {
      const pieces = Array.from({ length: Math.floor(text.length / size) }, () => size);
      expect(read(text, {}, pieces)).toEqual(whole);
    }
  });

  it("gives the column that is wanted by name, whatever stands in the others", () => {
    const named = ["p", "sampling_probability"];
    expect(
      table('id,"Sampling probability"\nx,0.5\n,0.25', { named, least: 0, most: 1, mostColumns: 1 }),
    ).toMatchObject({
      columns: 1,
      rows: 2,
      header: ["Sampling probability"],
      values: [0.5, 0.25],
      remarks: ["the column Sampling probability of 2"],
    });
    expect(faults("id,p\nx,2", { named, least: 0, most: 1 })).toEqual([
      "2:2 2 is out of range; allowed is from 0 up to 1",
    ]);
    expect(table("7,0.5\n8,0.25", { named, least: 0, most: 1 })).toMatchObject({ columns: 2 });
  });

  it("gives one of its columns", () => {
    const whole: Table = {
      source: "x.csv",
      rows: 2,
      columns: 2,
      header: ["a", "p"],
      reading: "",
      values: Float64Array.of(1, 2, 3, 4),
    };
    expect(column(whole, 1)).toMatchObject({ rows: 2, columns: 1, header: ["p"], values: Float64Array.of(2, 4) });
  });
});

describe("a fault", () => {
  it.each<[string, string, string]>([
    ["nothing", "", "1:1 there is no line with numbers"],
    ["blank lines", "\n \n", "2:1 there is no line with numbers"],
    ["a header alone", "a,b\n", "1:1 no line with numbers follows the header"],
    ["too few cells", "1,2\n3\n", "2:1 the row has 1 cell; the first row has 2"],
    ["too many cells", "a,b\n1,2\n3,4,5", "3:3 the row has 3 cells; the header has 2"],
    ["text", "1,2\n3,four", '2:2 "four" is not a finite number'],
    ["text beside numbers in the first line", "1,b\n3,4", '1:2 "b" is not a finite number'],
    ["an empty cell", "1,2\n,4", "2:1 the cell is empty"],
    ["NaN", "1,2\nNaN,4", '2:1 "NaN" is not a finite number'],
    ["NaN in the first line", "NaN\n1", '1:1 "NaN" is not a finite number'],
    ["infinity", "1,inf", '1:2 "inf" is not a finite number'],
    ["a number beyond all", "1\n1e999", '2:1 "1e999" is not a finite number'],
    ["NA of R", "x\n1\nNA", '3:1 "NA" is not a finite number'],
    ["hexadecimal", "0x10,1", '1:1 "0x10" is not a finite number'],
    ["markup", "<script>alert(1)</script>\n1,2", "2:2 the row has 2 cells; the header has 1"],
    ["a binary file", "PK\u0003\u0004,1\n", "1:1 this is not text: a character of a binary file"],
  ])("%s", (_, text, first) => {
    expect(faults(text)[0]).toBe(first);
  });

  it("of range says the range", () => {
    expect(faults("0.5\n1.5", { least: 0, most: 1 })).toEqual(["2:1 1.5 is out of range; allowed is from 0 up to 1"]);
  });

  it("of size ends the reading", () => {
    expect(faults("1\n2\n3", { mostRows: 2 })).toEqual(["3:1 there are more than 2 rows"]);
    expect(faults("1,2,3", { mostColumns: 2 })).toEqual(["1:3 the row has 3 cells; at most 2 are read"]);
    expect(faults("a,b,c", { mostColumns: 2 })).toEqual(["1:3 the row has 3 cells; at most 2 are read"]);
  });

  it("comes with others, but not with thousands", () => {
    const found = faults(Array(5000).fill("x,y").join("\n").replace("x,y", "1,2"));
    expect(found.length).toBe(21);
    expect(found.at(-1)).toContain("reading stopped here");
    expect(faults(`1\n${"z".repeat(10_000)}`)[0]?.length).toBeLessThan(100);
  });
});

describe("a large file", () => {
  it("is read in pieces", () => {
    const reader = new CsvReader({ ...OPTIONS, mostRows: 1e6 });
    const piece = Array.from({ length: 1000 }, (_, i) => `${i},${i / 8},-1e-3\n`).join("");
    for (let i = 0; i < 500; i++) reader.push(piece);
    const finish = reader.finish();
    expect(finish).toMatchObject({ ok: true, reading: { rows: 500_000, columns: 3 } });
    if (finish.ok) expect(finish.reading.values[3 * 499_999 + 1]).toBe(999 / 8);
  });

  it("of one line without an end is given up", () => {
    const reader = new CsvReader(OPTIONS);
    const piece = "1,".repeat(500_000);
    let pushed = 0;
    while (!reader.hopeless && pushed < 50) {
      reader.push(piece);
      pushed += 1;
    }
    expect(pushed).toBeLessThan(10);
    expect(reader.finish()).toMatchObject({
      ok: false,
      problems: [{ line: 1, message: expect.stringContaining("characters") }],
    });
  });
});

describe("JSON", () => {
  it.each<[string, string, number[], number]>([
    ["a list", "[1, 2.5]", [1, 2.5], 1],
    ["lists", "[[1, 2], [3, 4]]", [1, 2, 3, 4], 2],
    ["a named list", '{"note": "x", "gradient_distances": [0.5]}', [0.5], 1],
  ])("%s", (_, text, values, columns) => {
    const finish = readJson(text, OPTIONS);
    expect(finish).toMatchObject({ ok: true, reading: { columns } });
    if (finish.ok) expect(Array.from(finish.reading.values)).toEqual(values);
  });

  it.each(["[", "[]", "{}", "[1, null]", "[[1, 2], [3]]", '["1"]', "[[[1]]]"])("refuses %s", (text) => {
    expect(readJson(text, OPTIONS)).toMatchObject({ ok: false });
  });

  it("keeps to the range and the size", () => {
    expect(readJson("[2]", { ...OPTIONS, most: 1 })).toMatchObject({ ok: false });
    expect(readJson("[1,1,1]", { ...OPTIONS, mostRows: 2 })).toMatchObject({ ok: false });
  });
});
