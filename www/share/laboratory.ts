// An experiment as data: CSV with a row for each attack on each setting, JSON with everything.
import type { ExperimentOptions, ExperimentResult, Figure } from "../../src/boundary/wasm/core";
import { observedRows } from "../words/laboratory";
import { FORMAT, table } from "./data";

/** What was asked, and what it has shown. */
export interface Experimented {
  options: ExperimentOptions;
  result: ExperimentResult;
}

const ENDS = ["lower", "estimate", "upper", "kind"] as const;
const COLUMNS = [
  ...["experiment", "parameter", "value", "label", "trainings", "quantity", "attack", "game", "relation", "trials"],
  ...["fpr", "fpr_lower", "fpr_upper"],
  ...ENDS,
  ...["exceeds", "options", "library_version", "link"],
];

/** Numbers keep every digit. */
export function experimentCsv({ options, result }: Experimented, link: string): string {
  const { experiment, library_version } = result;
  const told = [JSON.stringify(options), library_version, link];
  const ends = (figure: Figure) => ENDS.map((end) => figure[end]);
  const none = ["", "", ""];
  const rows = result.settings.flatMap(
    ({ parameter, value, label, trainings, proved, bound, attacks, exceeds, measures }) => {
      const head = [experiment, parameter, value, label, trainings];
      return [
        ...proved.map(({ relation, advantage }) => [
          ...[...head, "proved_advantage", "", "", relation, "", ...none],
          ...[...ends(advantage), "", ...told],
        ]),
        ...(bound ? [[...head, "proved_advantage", "", "", "", "", ...none, ...ends(bound), "", ...told]] : []),
        ...attacks.flatMap(({ attack, game, relation, trials, advantage, points }, i) => {
          const named = [attack, game, relation, trials];
          return [
            [...head, "advantage", ...named, ...none, ...ends(advantage), exceeds[i], ...told],
            ...points.map(({ fpr, fpr_interval, tpr, tpr_interval: [low, high] }) => [
              ...[...head, "tpr", ...named, fpr, ...fpr_interval],
              ...[low, tpr, high, "estimate", "", ...told],
            ]),
          ];
        }),
        ...measures.map(({ name, mean }) => [...head, name, "", "", "", "", ...none, ...ends(mean), "", ...told]),
      ];
    },
  );
  const cell = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  return table([COLUMNS, ...rows.map((row) => row.map(cell))]);
}

export function experimentJson({ options, result }: Experimented, link: string): string {
  const { library_version } = result;
  const rows = observedRows(result);
  const record = { ...FORMAT, library_version, function: "experiment", link, inputs: options, result, rows };
  return `${JSON.stringify(record, null, 2)}\n`;
}

/** For a shell; no name of an option and no value of one has a quote. */
export function command(options: ExperimentOptions): string {
  return `mi-bounds experiment '${JSON.stringify(options)}'`;
}
