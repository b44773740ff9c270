// The chart of a figure, which grows as its points come.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { FigureAnswers } from "../../answers/figures";
import { STORED } from "../../answers/times";
import { figureLines, timeLines } from "../../charts/data/paper-figure";
import type { PaperFigureEntry } from "../../state/paper-figures";
import { wordsOf } from "../../words/paper-figures";
import "../../components/charts/mi-lines-chart";

export function figureChart(entry: PaperFigureEntry, { drawn, timed }: FigureAnswers) {
  const caption = `${entry.number}: ${wordsOf(entry.id).title}`;
  if (entry.drawn === "listed") return nothing;
  if (entry.drawn === "times") {
    const summary = timesInWords();
    const measured = timed?.series.map(({ estimate }) => estimate.length).join();
    return html`<mi-lines-chart .chart=${guard([timed, measured], () => timed && timeLines(timed, { caption, summary }))}></mi-lines-chart>`;
  }
  const summary = drawn ? `${capital(drawn.parameters)}.` : "";
  return html`<mi-lines-chart .chart=${guard([drawn], () => drawn && figureLines(drawn, { caption, summary }))}></mi-lines-chart>
    ${drawn && drawn.x.length < drawn.points ? html`<p class="freshness" role="status">${drawn.x.length} of ${drawn.points} points…</p>` : nothing}`;
}

function timesInWords(): string {
  return `One answer for noise multiplier 1 and sample rate 0.001, the shortest of three, with the message to the worker and back. ${STORED.tool}: ${STORED.machine}, on ${STORED.date}.`;
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}
