// What an experiment has shown: charts over its settings, rates on one of them, all figures, and files.
import { html, nothing } from "lit";
import type { ObservedChart } from "../../charts/data/observed";
import { securityChart, tradeOffChart } from "../../charts/data/observed-accuracy";
import { advantageChart } from "../../charts/data/observed-advantage";
import { measureCharts, stepCharts } from "../../charts/data/observed-measures";
import { rocChart } from "../../charts/data/observed-roc";
import { LightElement } from "../../components/element/light-element";
import { command, type Experimented, experimentCsv, experimentJson } from "../../share/laboratory";
import { sideInWords } from "../../words/figure";
import {
  advantageInWords,
  boundWithRelation,
  GAMES,
  measureInWords,
  type ObservedRow,
  observedRows,
  parameterInWords,
  settingInWords,
} from "../../words/laboratory";
import { count, percent } from "../../words/number";
import "../../components/element/mi-copy-button";
import "../../components/element/mi-download-button";
import "./mi-experiment-chart";
import { instrumentedTable } from "./instrumented-table";
import { tradeOffTable } from "./trade-off-table";

/** Some experiments measure and attack nothing. */
function attackedIn({ settings }: Experimented["result"]): boolean {
  return settings.some(({ attacks, proved }) => attacks.length > 0 || proved.length > 0);
}

const MOST_OPEN = 2;

export class MiExperimentResults extends LightElement {
  static override properties = {
    shown: { attribute: false },
    between: { attribute: false },
    link: { attribute: false },
    times: { attribute: false },
    chosen: { state: true },
  };

  declare shown: Experimented;
  declare between: Experimented["result"] | null;
  declare link: () => string;
  /** Milliseconds of each unit, on this machine. */
  declare times: ReadonlyMap<number, number>;
  /** The setting whose rates are drawn; null: the first. */
  declare chosen: number | null;
  private made: { from: readonly unknown[]; charts: ReturnType<MiExperimentResults["make"]> } | null = null;

  constructor() {
    super();
    this.chosen = null;
    this.times = new Map();
  }

  protected override render() {
    const { result } = this.shown;
    const from = [result, this.between, this.chosen];
    // A chart that stays the same object is not drawn anew.
    if (!this.made?.from.every((part, i) => part === from[i])) this.made = { from, charts: this.make() };
    const { tradeOff, security, steps, advantages, rates, measures } = this.made.charts;
    const attacked = attackedIn(result);
    return html`
      ${
        tradeOff
          ? html`<h2>Accuracy against advantage</h2>
              <mi-experiment-chart data-chart="trade-off" .chart=${tradeOff}></mi-experiment-chart>`
          : nothing
      }
      ${tradeOffTable(result)} ${instrumentedTable(result, security, this.times, this.getRootNode() === document)}
      ${
        advantages
          ? html`<h2>What is found, against what is proved</h2>
              <mi-experiment-chart data-chart="advantage" .chart=${advantages}></mi-experiment-chart>`
          : nothing
      }
      ${steps.map((chart) => html`<h2>${chart.caption}</h2><mi-experiment-chart data-chart="steps" .chart=${chart}></mi-experiment-chart>`)}
      ${this.measured(measures)}
      ${
        rates
          ? html`<h2>Members found against others wrongly named</h2>
              ${this.choice()}
              <mi-experiment-chart data-chart="rates" .chart=${rates}></mi-experiment-chart>`
          : nothing
      }
      <h2>All figures</h2>
      ${attacked ? this.table(observedRows(result)) : nothing} ${this.measures()} ${this.games()} ${this.files()}
    `;
  }

  /** Many are folded: their figures stand in the table, too. */
  private measured(charts: ObservedChart[]) {
    if (charts.length === 0) return nothing;
    const drawn = html`<div class="measures">
      ${charts.map((chart) => html`<div><h3>${chart.y.label}</h3><mi-experiment-chart data-chart="measure" .chart=${chart}></mi-experiment-chart></div>`)}
    </div>`;
    const folded = html`<details><summary>${charts.length} charts: ${charts.map(({ y }) => y.label.toLowerCase()).join(", ")}</summary>${drawn}</details>`;
    return html`<h2>What else was measured</h2>
      ${charts.length > MOST_OPEN ? folded : drawn}`;
  }

  private make() {
    const { result } = this.shown;
    const setting = result.settings[this.place];
    return {
      tradeOff: tradeOffChart(result),
      security: securityChart(result),
      steps: stepCharts(result),
      advantages: attackedIn(result) ? advantageChart(result, this.between) : null,
      rates: setting && (setting.proved.length > 0 || setting.attacks.length > 0) ? rocChart(setting) : null,
      measures: measureCharts(result),
    };
  }

  private get place(): number {
    return Math.min(this.chosen ?? 0, this.shown.result.settings.length - 1);
  }

  private choice() {
    const { settings } = this.shown.result;
    if (settings.length < 2) return nothing;
    return html`<p class="ask">
      <label for="experiment-setting">At</label>
      <select
        id="experiment-setting"
        @change=${(event: Event) => {
          this.chosen = Number((event.target as HTMLSelectElement).value);
        }}
      >
        ${settings.map((setting, i) => html`<option value=${i} ?selected=${i === this.place}>${settingInWords(setting)}</option>`)}
      </select>
    </p>`;
  }

  private table(rows: ObservedRow[]) {
    const { settings } = this.shown.result;
    const games = rows.some(({ game }) => game !== "");
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Table: all figures of the experiment">
      <table class="observed">
        <thead>
          <tr>
            <th scope="col">${capital(parameterInWords(settings))}</th>
            <th scope="col">Attack</th>
            ${games ? html`<th scope="col">Game</th>` : nothing}
            <th scope="col">Trials</th>
            <th scope="col">Advantage found</th>
            <th scope="col">Proved</th>
            <th scope="col">Shown of it</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr data-exceeds=${row.exceeds ? "yes" : "no"}>
              <td>${row.setting.replace(`${parameterInWords(settings)} `, "")}</td>
              <th scope="row">${row.attack}</th>
              ${games ? html`<td>${row.game}</td>` : nothing}
              <td>${count(row.trials)}</td>
              <td data-figure="found" data-value=${row.advantage.estimate}>${row.trials > 0 ? advantageInWords(row.advantage) : "–"}</td>
              <td>${row.proved ? boundWithRelation(row.proved) : "no bound for this game"}${row.exceeds ? html` <strong>exceeded</strong>` : nothing}</td>
              <td>${shareInWords(row)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** What else was measured, by setting. */
  private measures() {
    const { settings } = this.shown.result;
    const names = [...new Set(settings.flatMap(({ measures }) => measures.map(({ name }) => name)))];
    if (names.length === 0) return nothing;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Table: what else was measured">
      <table class="observed">
        <thead>
          <tr>
            ${["Also measured", ...names.map(measureInWords)].map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${settings.map(
            (setting) => html`<tr>
              <th scope="row">${settingInWords(setting)}</th>
              ${names.map((name) => {
                const mean = setting.measures.find((measure) => measure.name === name)?.mean;
                return html`<td>${mean ? sideInWords(mean) : "–"}</td>`;
              })}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  private games() {
    const known = Object.entries(GAMES).filter(([name]) =>
      this.shown.result.settings.some(({ attacks }) => attacks.some(({ game }) => game === name)),
    );
    if (known.length === 0) return nothing;
    return html`<details>
      <summary>The games</summary>
      <dl class="terms">${known.map(([name, words]) => html`<dt>${name}</dt><dd>${capital(words)}.</dd>`)}</dl>
    </details>`;
  }

  private files() {
    const { shown, link } = this;
    const file = `mi-bounds-${shown.result.experiment}`;
    const line = () => command(shown.options);
    return html`<p class="buttons">
        <mi-download-button label="Save as CSV" file="${file}.csv" .text=${() => experimentCsv(shown, link())}></mi-download-button>
        <mi-download-button label="Save as JSON" file="${file}.json" kind="application/json" .text=${() => experimentJson(shown, link())}></mi-download-button>
      </p>
      <details>
        <summary>The same in a shell</summary>
        <pre class="taken" tabindex="0" role="region" aria-label="Command">${line()}</pre>
        <div class="buttons"><mi-copy-button label="Copy the command" what="The command" said="Copied." .text=${line}></mi-copy-button></div>
      </details>`;
  }
}

/** More than all of it, where nothing is exceeded, is what chance alone has made. */
function shareInWords({ share, exceeds }: ObservedRow): string {
  if (share === null) return "–";
  return share > 1 && !exceeds ? "chance alone" : percent(Math.max(0, share), 3);
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

MiExperimentResults.define("mi-experiment-results");
