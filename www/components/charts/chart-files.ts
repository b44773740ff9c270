// The files of one chart as it stands on the page: SVG, PNG at twice its size, and its numbers as CSV.

import { table } from "../../share/data";
import { VERSION } from "../../state/version";
import { fileName, settingLines } from "../../words/setting";
import { ModelRequest } from "../element/events";
import { download } from "../element/mi-download-button";
import type { ChartElement } from "./chart-element";
import { type Drawing, type LegendEntry, type Picture, pictureSvg } from "./picture";

export type FileKind = "svg" | "png" | "csv";

export async function saveChart(chart: ChartElement, kind: FileKind): Promise<void> {
  const model = ModelRequest.from(chart);
  const name = chart.localName.replace(/^mi-/, "").replace(/-chart$/, "");
  const file = fileName(name, model?.inputs.values ?? null, kind);
  if (kind === "csv") {
    download(file, table(chart.numbers() ?? tableOf(chart)), "text/csv");
    return;
  }
  const svg = chartSvg(chart);
  if (svg === null) throw new Error("nothing is drawn yet");
  if (kind === "svg") download(file, svg, "image/svg+xml");
  else download(file, await toPng(svg), "image/png");
}

/** Null while nothing is drawn. */
export function chartSvg(chart: ChartElement): string | null {
  const drawing = drawingOf(chart);
  if (!drawing) return null;
  const model = ModelRequest.from(chart);
  // The drawing still belongs to other inputs than those that would stand below it.
  if (model && model.answers.main(model.inputs.values.view)?.current === false)
    throw new Error("these inputs have no answer yet");
  const picture: Picture = {
    drawing,
    title: captionOf(chart),
    legend: legendOf(chart),
    description: chart.querySelector(".summary")?.textContent?.trim() ?? "",
    lines: [...(model ? settingLines(model.inputs.values, model.inputs.runB) : []), origin(model?.sharedLink() ?? "")],
  };
  return pictureSvg(picture);
}

/** The link of a long schedule would be larger than the picture. */
const LONGEST_LINK = 400;

function origin(link: string): string {
  const version = `mi-bounds ${VERSION}`;
  if (link === "") return version;
  return link.length > LONGEST_LINK ? `${version}; the link is too long to be shown here` : `${version}: ${link}`;
}

function captionOf(chart: ChartElement): string {
  const label = chart.querySelector(".drawing svg")?.getAttribute("aria-label");
  return label ?? chart.localName;
}

function drawingOf(chart: ChartElement): Drawing | null {
  const shown = chart.querySelector<SVGSVGElement>(".drawing svg");
  if (!shown) return null;
  const copy = shown.cloneNode(true) as SVGSVGElement;
  for (const part of copy.querySelectorAll("style, script, .cursor")) part.remove();
  const [width, height] = [Number(shown.getAttribute("width")), Number(shown.getAttribute("height"))];
  return { inside: inner(copy), width, height };
}

function legendOf(chart: ChartElement): LegendEntry[] {
  return [...chart.querySelectorAll(".line-legend li")].map((item) => {
    const sample = item.querySelector("svg");
    return { name: item.textContent?.trim() ?? "", sample: sample ? inner(sample) : "" };
  });
}

/** Well-formed for programs that read XML, and without what Lit leaves between parts. */
function inner(root: Element): string {
  const writer = new XMLSerializer();
  const parts = [...root.children].map((child) => writer.serializeToString(child));
  return parts
    .join("")
    .replace(/<!--.*?-->/gs, "")
    .replaceAll(' xmlns="http://www.w3.org/2000/svg"', "");
}

const SCALE = 2;

/** The page's policy allows data: addresses for images, and no others beside its own. */
async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws no pictures");
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png");
  });
}

function tableOf(chart: ChartElement): string[][] {
  const text = (cell: Element) => cell.textContent?.replace(/\s+/g, " ").trim() ?? "";
  return [...chart.querySelectorAll("table tr")].map((row) => [...row.querySelectorAll("th, td")].map(text));
}
