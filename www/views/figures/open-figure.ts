// One figure: the chart, what it shows, where ours differs from the print, and what each line rests on.
import { html, nothing } from "lit";
import type { FigureSeries, PaperFigureResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { figureCsv } from "../../share/data";
import { type Experiment, PAPER_FIGURES, type PaperFigureEntry } from "../../state/paper-figures";
import { CHOICES } from "../../state/parameters/choices";
import { KIND_IN_WORDS } from "../../words/figure";
import { EXPERIMENTS, paperTitle, wordsOf } from "../../words/paper-figures";
import { fileName } from "../../words/setting";
import { figureChart } from "./figure-chart";
import type { LinkTo } from "./figures";
import "../../components/element/mi-download-button";

export function openFigure(model: Model, entry: PaperFigureEntry, linkTo: LinkTo) {
  const { main, drawn, timed } = model.answers.figures;
  const { title, shows, differs } = wordsOf(entry.id);
  const result = entry.drawn === "core" ? drawn : null;
  const problem = main.problem?.message ?? null;
  const settled = entry.drawn === "listed" || problem !== null || (timed ? timed.done : main.current);
  return html`
    <section aria-label="Answer" class="answer" tabindex="-1" data-stale=${settled ? "no" : "yes"}>
      ${neighbours(entry, linkTo)}
      <h2>${entry.number}: ${title}</h2>
      <p class="detail">${paperTitle(entry.paper)}</p>
      <p class="sentence" data-figure="shows">${shows}</p>
      <dl class="beside">
        <dt>${entry.drawn === "listed" ? "Why it is not computed" : "Against the print"}</dt>
        <dd data-figure="differs">${differs}</dd>
        ${entry.experiment && entry.drawn !== "listed" ? html`<dt>Not drawn here</dt><dd>What needs a training run: ${training(model, entry.experiment)}.</dd>` : nothing}
        ${entry.experiment && entry.drawn === "listed" ? html`<dt>What would draw it</dt><dd>A training run: ${training(model, entry.experiment)}.</dd>` : nothing}
      </dl>
    </section>
    <section aria-label="Results" class="outputs" aria-busy=${settled ? "false" : "true"}>
      ${problem ? html`<p class="notice" role="status">${problem}.</p>` : nothing}
      ${figureChart(entry, model.answers.figures)} ${result ? seriesOf(model, result) : nothing}
      ${elsewhere(model, entry)}
    </section>
  `;
}

/** The training run, with the way to the laboratory where that is part of the build. */
function training({ inputs, link, has }: Model, experiment: Experiment) {
  const words = EXPERIMENTS[experiment];
  if (!has("laboratory")) return words;
  const address = link({ ...inputs.values, view: "laboratory", section: experiment, figure: "" });
  return html`<a href=${address} data-opens=${experiment}>${words}</a>`;
}

function neighbours({ id }: PaperFigureEntry, linkTo: LinkTo) {
  const at = PAPER_FIGURES.findIndex((entry) => entry.id === id);
  const to = (entry: PaperFigureEntry | undefined, words: string) =>
    entry ? html` <a href=${linkTo(entry.id)} data-opens=${entry.id}>${words}: ${entry.number}</a>` : nothing;
  return html`<p class="back"><a href=${linkTo("")} data-opens="list">All figures</a>${to(PAPER_FIGURES[at - 1], "Before")}${to(PAPER_FIGURES[at + 1], "Next")}</p>`;
}

function seriesOf(model: Model, result: PaperFigureResult) {
  const file = fileName("figure", model.inputs.values, "csv");
  return html`${linesTable(result)}
    <p class="buttons">
      <mi-download-button label="Save the series as CSV" file=${file} .text=${() => figureCsv(result)}></mi-download-button>
    </p>`;
}

/** What each line is: its side of the truth, and what it rests on. */
function linesTable({ series }: PaperFigureResult) {
  return html`<h3>What the lines are</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="Table: what the lines are">
      <table class="lines">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Side</th>
            <th scope="col">Rests on</th>
          </tr>
        </thead>
        <tbody>
          ${series.map(
            (line) => html`<tr>
              <th scope="row">${line.name}</th>
              <td>${line.kind ? KIND_IN_WORDS[line.kind] : "no number"}</td>
              <td>${restsOn(line)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function restsOn({ theorem, erratum }: FigureSeries): string {
  return erratum && !theorem.includes(erratum) ? `${theorem}; erratum ${erratum}` : theorem;
}

/** The view that answers with the same parameters. */
function elsewhere({ link, inputs }: Model, { set }: PaperFigureEntry) {
  if (!set?.view) return nothing;
  const values = { ...inputs.values, section: CHOICES.section.default, figure: "", ...set };
  return html`<p class="places"><a data-opens=${set.view} href=${link(values)}>Open with these parameters in ${CHOICES.view.options[set.view]}</a></p>`;
}
