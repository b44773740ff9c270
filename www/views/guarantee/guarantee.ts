// The guarantee view: what follows for a person from a guarantee alone.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { GuaranteeResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { halfPlanes } from "../../charts/data/guarantee-lines";
import { limits, workbench } from "../../components/element/workbench";
import { advantageFigure } from "../../components/figures/advantage";
import { allFigures } from "../../components/figures/all-figures";
import { foundFigure } from "../../components/figures/found";
import { answerPlace, following, freshness, standingOf } from "../../components/share/answer-head";
import { type Parameters, print } from "../../state/parameters/table";
import { guaranteeNames } from "../../state/questions/guarantee";
import { glance } from "../../words/figure";
import { CAVEAT, guaranteeBounds, guaranteeRows, notFollowing } from "../../words/guarantee";
import { isOfSampling } from "./mi-sampling-part";
import "../../components/charts/mi-comparison-chart";
import "../../components/figures/mi-figure";
import "./mi-guarantee-form";
import "./mi-guarantee-parts";
import "../../components/controls/mi-presets";
import "../../components/element/mi-unfold";
import "../../components/figures/mi-headline";
import "../../components/charts/mi-lines-chart";
import "../../components/charts/mi-roc-chart";

export function guaranteeView(model: Model) {
  const { main } = model.answers.guarantee;
  const { value: result } = main;
  const standing = standingOf(model, main, guaranteeNames);
  const { inputs, instead } = standing;
  return html`
    ${workbench(standing, {
      pinned: result && glance(result.advantage),
      answer: html`
        ${answerPlace(
          standing,
          html`<mi-headline
            .advantage=${result?.advantage ?? null}
            .prior=${inputs.values.prior}
            .pending=${standing.pending}
            .caveat=${CAVEAT}
          ></mi-headline>`,
        )}
        <p class="freshness">${freshness(standing, result !== null)}</p>
        ${following(standing, main, (found) => gains(found, inputs.values.prior))}
      `,
      form: html`<div class="form-head"><mi-presets .values=${inputs.values}></mi-presets></div>
        <mi-guarantee-form .inputs=${inputs}></mi-guarantee-form>`,
      results: following(standing, main, (found) => figures(model, found)),
    })}
    ${limits(notFollowing(instead ? null : result, inputs.values))}
  `;
}

/** What everybody asks for first. */
function gains(result: GuaranteeResult, prior: number) {
  const [found] = result.tpr;
  return html`<div class="figures">
    ${advantageFigure(result.advantage)}
    ${found ? foundFigure(found.fpr, found) : nothing}
    <mi-figure
      name="accuracy"
      label="Accuracy at prior ${print(prior)}"
      inPercent
      .figure=${result.accuracy}
      words="share of right guesses"
    ></mi-figure>
  </div>`;
}

function figures(model: Model, result: GuaranteeResult) {
  const { answers } = model;
  const { values } = model.inputs;
  return html`
    ${result.warnings.filter((warning) => !isOfSampling(warning)).map(({ message }) => html`<p class="notice">${message}</p>`)}
    <h2>What the guarantee leaves to an attacker</h2>
    <mi-roc-chart brief .result=${result} .other=${null} .simulated=${null}></mi-roc-chart>
    <h2>More</h2>
    ${unfolded(values, "The same on linear axes", () => html`<mi-lines-chart .chart=${guard([result], () => halfPlanes(result, values))}></mi-lines-chart>`)}
    ${unfolded(
      values,
      "What simpler bounds leave",
      () => html`<mi-comparison-chart
        note="All are upper bounds. The first uses all of the guarantee; Humphries is the best that epsilon and delta alone allow, Erlingsson and Yeom are looser."
        .bounds=${guard([result], () => guaranteeBounds(result))}
      ></mi-comparison-chart>`,
    )}
    <mi-guarantee-parts
      .inputs=${model.inputs}
      .drafts=${model.drafts}
      .answers=${answers.guarantee}
      .result=${result}
      .stamp=${stamp(model)}
      .engine=${model.secondary}
    ></mi-guarantee-parts>
    ${allFigures(values, "All figures of the guarantee", result.assumptions, () => guaranteeRows(result, values))}
  `;
}

/** A part that no number of its own opens. */
function unfolded(values: Parameters, summary: string, content: () => TemplateResult) {
  return html`<mi-unfold .summary=${summary} .values=${values} .content=${content}></mi-unfold>`;
}

/** Changes whenever an answer beside the view's own comes: the element around them is the same object. */
function stamp({ answers }: Model): unknown[] {
  const { iso, deletion, example, dependent, records } = answers.guarantee;
  return [iso, deletion, example, dependent, records].flatMap(({ value, problem, current }) => [
    value,
    problem,
    current,
  ]);
}
