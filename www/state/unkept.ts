// Which numbers of the state came from files: a link and the browser's storage keep none of them.
import type { Choices } from "./choices";
import type { Inputs } from "./inputs";
import type { TableName } from "./table";

function used({ values }: Inputs): TableName[] {
  const of: Record<Choices["view"], TableName[]> = {
    training: [],
    calibrate: [],
    method: [],
    guarantee: ["probabilities"],
    noise: ["outputs", "membership"],
    attributes:
      values.distance_source === "steps" ? ["distances"] : values.distance_source === "gradients" ? ["gradients"] : [],
  };
  return of[values.view];
}

/** The sources of what the view shows beyond its link. */
export function unkept(inputs: Inputs): string[] {
  return used(inputs).flatMap((name) => inputs.tables[name]?.source ?? []);
}

export function unkeptInWords(inputs: Inputs): string {
  const sources = unkept(inputs).map((source) => (source.length > 60 ? `${source.slice(0, 60)}…` : source));
  if (sources.length === 0) return "";
  return `The link does not carry the numbers from ${sources.join(" and ")}: whoever opens it has to give the file again.`;
}
