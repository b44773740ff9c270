// What of the state a link cannot hold: numbers that came from files, and texts that are no values.
import type { TableName } from "../files/table";
import type { Choices } from "../parameters/choices";
import { LOCAL_KEYS } from "../parameters/others";
import type { Name } from "../parameters/table";
import { type Inputs, problemIn } from "./inputs";

function used({ values }: Inputs): TableName[] {
  const of: Record<Choices["view"], TableName[]> = {
    training: [],
    calibrate: [],
    figures: [],
    laboratory: [],
    register: [],
    method: [],
    audit: [],
    guarantee: ["probabilities"],
    noise: ["outputs", "membership"],
    attributes:
      values.distance_source === "steps" ? ["distances"] : values.distance_source === "gradients" ? ["gradients"] : [],
  };
  return of[values.view];
}

/** The sources of what the view shows beyond its link. */
export function unkept(inputs: Inputs): string[] {
  const { values, scores } = inputs;
  if (values.view === "audit" && values.results === "scores")
    return scores && values.scores_from === "file" ? [scores.source] : [];
  return used(inputs).flatMap((name) => inputs.tables[name]?.source ?? []);
}

export function unkeptInWords(inputs: Inputs): string {
  const sources = unkept(inputs).map((source) => (source.length > 60 ? `${source.slice(0, 60)}…` : source));
  if (sources.length === 0) return "";
  return `The link does not carry the numbers from ${sources.join(" and ")}: whoever opens it has to give the file again.`;
}

/** Why there is no link to what stands in the controls: it would leave a text that is no value out, in silence. */
export function unlinkedIn(inputs: Inputs): string | null {
  const wrong = Object.keys(inputs.problems).filter((name) => !(LOCAL_KEYS as readonly string[]).includes(name));
  return problemIn(inputs, wrong as Name[]);
}
