// A file to a table of numbers, in a worker of its own that ends with it.

import type { Table } from "../state/files/table";
import type { Reading, TableOptions } from "../state/files/table-csv";
import type { TextProblem } from "../state/parameters/text-problem";
import type { TableReply, TableRequest } from "./table.worker";

export const LARGEST_FILE = 50_000_000;

export type FileTable = { ok: true; table: Table } | { ok: false; problems: TextProblem[] | string };

export interface FileReading {
  result: Promise<FileTable | null>;
  /** The result is null then. */
  cancel: () => void;
}

export function readFile(
  file: Blob,
  source: string,
  options: TableOptions,
  onProgress: (share: number) => void,
): FileReading {
  if (file.size === 0) return settled("The file is empty.");
  if (file.size > LARGEST_FILE) {
    return settled(`The file has ${megabytes(file.size)} MB; at most ${megabytes(LARGEST_FILE)} MB are read.`);
  }
  const worker = new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" });
  let settle: (result: FileTable | null) => void = () => {};
  const result = new Promise<FileTable | null>((resolve) => {
    settle = (found) => {
      worker.terminate();
      resolve(found);
    };
  });
  worker.onmessage = ({ data }: MessageEvent<TableReply>) => {
    if (data.kind === "progress") onProgress(data.bytes / file.size);
    else if (data.kind === "crashed") settle({ ok: false, problems: `The file could not be read: ${data.message}` });
    else if (!data.finish.ok) settle(data.finish);
    else settle({ ok: true, table: tableOf(data.finish.reading, source) });
  };
  worker.onerror = ({ message }) => settle({ ok: false, problems: `The file could not be read: ${message}` });
  worker.postMessage({ file, options } satisfies TableRequest);
  return { result, cancel: () => settle(null) };
}

function settled(problems: string): FileReading {
  return { result: Promise.resolve({ ok: false, problems }), cancel: () => {} };
}

function megabytes(bytes: number): string {
  return String(Number((bytes / 1e6).toPrecision(3)));
}

function tableOf({ rows, columns, header, separator, remarks, values }: Reading, source: string): Table {
  const one = columns === 1 ? "one column" : `${columns} columns separated by ${SEPARATED[separator]}`;
  const lines = [one, header ? "a header" : "no header", ...remarks];
  return {
    source,
    rows,
    columns,
    header,
    reading: remarks.includes("read as JSON") ? "JSON" : lines.join(", "),
    values,
  };
}

const SEPARATED = { comma: "commas", semicolon: "semicolons", tab: "tabs", space: "spaces" };
