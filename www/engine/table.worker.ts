// Entry of the worker that reads files: pieces of a file to a table of numbers, with progress.
import { CsvReader, type Finish, type TableOptions } from "../state/files/table-csv";
import { readJson } from "../state/files/table-json";

export interface TableRequest {
  file: Blob;
  options: TableOptions;
}

export type TableReply =
  | { kind: "progress"; bytes: number }
  | { kind: "done"; finish: Finish }
  | { kind: "crashed"; message: string };

const PROGRESS_MS = 50;

function reply(message: TableReply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

/** By its byte order mark; UTF-8 where there is none. */
async function decoderFor(file: Blob): Promise<TextDecoder> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return new TextDecoder(first === 0xfe && second === 0xff ? "utf-16be" : "utf-8");
}

async function read({ file, options }: TableRequest): Promise<Finish> {
  const decoder = await decoderFor(file);
  if (/^\uFEFF?\s*[[{]/.test(decoder.decode(await file.slice(0, 256).arrayBuffer()))) {
    return readJson(decoder.decode(await file.arrayBuffer()), options);
  }
  const csv = new CsvReader(options);
  const pieces = file.stream().getReader();
  let [bytes, said] = [0, performance.now()];
  for (;;) {
    const { done, value } = await pieces.read();
    csv.push(decoder.decode(value, { stream: !done }));
    if (done || csv.hopeless) break;
    bytes += value.length;
    if (performance.now() - said > PROGRESS_MS) {
      said = performance.now();
      reply({ kind: "progress", bytes });
    }
  }
  return csv.finish();
}

addEventListener("message", async ({ data }: MessageEvent<TableRequest>) => {
  try {
    const finish = await read(data);
    reply({ kind: "done", finish }, finish.ok ? [finish.reading.values.buffer] : []);
  } catch (error) {
    reply({ kind: "crashed", message: error instanceof Error ? error.message : String(error) });
  }
});
