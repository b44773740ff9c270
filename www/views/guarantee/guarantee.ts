// The guarantee view: what follows for a person from a guarantee alone.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { GuaranteeResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { halfPlanes } from "../../charts/data/guarantee-lines";
import { type Game, gameOf } from "../../components/element/game";
import { answerPlace, covered, freshness, shareButton, standingOf } from "../../components/share/answer-head";
import { print } from "../../state/parameters/table";
import { guaranteeNames } from "../../state/questions/guarantee";
import { glance, precisionInWords, tprInWords } from "../../words/figure";
import { CAVEAT, guaranteeBounds, guaranteeRows, guaranteeStatement, notFollowing } from "../../words/guarantee";
import { percent } from "../../words/number";
import { isOfSampling } from "./mi-sampling-part";
import "../../components/charts/mi-comparison-chart";
import "../../components/figures/mi-figure";
import "../../components/figures/mi-figure-table";
import "./mi-guarantee-form";
import "./mi-guarantee-parts";
import "../../components/figures/mi-headline";
import "../../components/charts/mi-lines-chart";
import "../../components/controls/mi-presets";
import "../../components/charts/mi-roc-chart";
import "../../components/element/mi-statement";

export function guaranteeView(model: Model) {
  const { main } = model.answers.guarantee;
  const { value: result } = main;
  const standing = standingOf(model, main, guaranteeNames);
  const { inputs, stale, settled, instead, cover } = standing;
  return html`
    <div class="answer" tabindex="-1" data-stale=${stale}>
      ${answerPlace(
        standing,
        html`<mi-headline
          .advantage=${result?.advantage ?? null}
          .prior=${inputs.values.prior}
          .pending=${standing.pending}
          .caveat=${CAVEAT}
        ></mi-headline>`,
      )}
      <div class="below-answer">
        <div class="standing">
          <p class="freshness">${freshness(standing, result !== null)}</p>
        </div>
        ${shareButton(model)}
      </div>
    </div>
    <mi-presets .values=${inputs.values}></mi-presets>
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        <p class="glance" aria-hidden="true">${result && !instead && !cover ? glance(result.advantage) : ""}</p>
        <mi-guarantee-form .inputs=${inputs}></mi-guarantee-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" data-stale=${stale} aria-busy=${settled ? "false" : "true"}>
        ${result && !instead ? covered(main, figures(model, result)) : nothing}
      </section>
    </div>
    ${gameOf(GAME)}
  `;
}

const GAME: Game = {
  tale: "A record is chosen. A fair coin decides whether it is among the data that a mechanism works on. The mechanism publishes its output, and the attacker has to say how the coin fell.",
  terms: [
    [
      "What the attacker sees",
      "The whole output, and all other records. It knows the mechanism, but not its random numbers.",
    ],
    [
      "What is assumed",
      "The guarantee, for the two sets of data with the record and without, in both orders. Nothing is assumed of a training, its noise or its batches: the guarantee may come from any mechanism.",
    ],
    [
      "Where the numbers come from",
      "The guarantee is a limit for the curve of true positives over false positives. Every figure is read off the highest curve below that limit.",
    ],
  ],
  says: [
    "It says: no attack on any mechanism with this guarantee can do better, whatever it computes.",
    "A mechanism with this guarantee may be as bad as that; yours may be far better. If you know how it was trained, the Training view says more with less.",
    "It holds for one record. Records that are alike, or several of one person, are seen better: what follows for them stands under “If records depend on each other”.",
    "It speaks of membership. What is learned of a person from data of others is not membership, and no such guarantee prevents it.",
  ],
};

function figures(model: Model, result: GuaranteeResult) {
  const { answers, link } = model;
  const { values } = model.inputs;
  return html`
    ${result.warnings.filter((warning) => !isOfSampling(warning)).map(({ message }) => html`<p class="notice">${message}</p>`)}
    <h2>What the best attacker gains at most</h2>
    <div class="figures">
      <mi-figure
        name="advantage"
        label="Advantage"
        .figure=${result.advantage}
        words="How far the best attacker is ahead of blind guessing: 0 learns nothing, 1 knows everything."
      ></mi-figure>
      <mi-figure
        name="accuracy"
        label="Accuracy at prior ${print(values.prior)}"
        inPercent
        .figure=${result.accuracy}
        words="Share of right guesses of the best attacker who knows the prior."
      ></mi-figure>
      ${result.tpr.map(
        (figure) => html`<mi-figure
          name="tpr-${figure.fpr}"
          label="TPR at ${percent(figure.fpr)} FPR"
          inPercent
          .figure=${figure}
          footnote="Precision: ${figure.precision.theorem}"
          words="${tprInWords(figure)} ${precisionInWords(figure.precision, values.prior)}"
        ></mi-figure>`,
      )}
    </div>
    <h2>What does not follow</h2>
    <ul class="plain">
      ${notFollowing(result, values).map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    <h2>What is left by simpler bounds</h2>
    <mi-comparison-chart
      note="All are upper bounds. The first uses all of the guarantee; Humphries is the best that epsilon and delta alone allow, Erlingsson and Yeom are looser."
      .bounds=${guard([result], () => guaranteeBounds(result))}
    ></mi-comparison-chart>
    <h2>What the guarantee leaves to an attacker</h2>
    <mi-lines-chart .chart=${guard([result], () => halfPlanes(result, values))}></mi-lines-chart>
    <h3>The same on logarithmic axes</h3>
    <mi-roc-chart .result=${result} .other=${null} .simulated=${null}></mi-roc-chart>
    <h2>If more is known</h2>
    <mi-guarantee-parts
      .inputs=${model.inputs}
      .drafts=${model.drafts}
      .answers=${answers.guarantee}
      .result=${result}
      .stamp=${stamp(model)}
    ></mi-guarantee-parts>
    <h2>All figures</h2>
    <details class="part">
      <summary>Every figure, and what it rests on</summary>
      <mi-figure-table caption="All figures of the guarantee" .rows=${guaranteeRows(result, values)}></mi-figure-table>
    </details>
    <p class="detail">Assumed of all of them: ${result.assumptions.join(" ")}</p>
    <h2>The statement to paste</h2>
    <mi-statement .text=${() => guaranteeStatement(result, values, link())}></mi-statement>
  `;
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
