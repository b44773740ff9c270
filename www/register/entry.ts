// What an entry of the register is: a published training, a deployment, or a known setting, each field with where it stands.

/** `stated`: the source says so, in these words. `inferred`: concluded, and how. */
export type Field<T> =
  | { value: T; status: "stated"; quote: string; at?: string }
  | { value: T; status: "inferred"; how: string };

export interface Source {
  name: string;
  place: string;
  address: string;
  /** When it was read. */
  read: string;
}

/** Where the entry stands among the presets of the views. */
export interface Preset {
  order: number;
  /** The views that it is for; where nothing is said, those of a training. */
  views?: readonly string[];
}

/** In the names of the page's parameters. */
export type RunField =
  | "noise_multiplier"
  | "sample_rate"
  | "batch_size"
  | "dataset_size"
  | "num_steps"
  | "epochs"
  | "target_delta";

/** What is known where the run is not. */
export interface Guarantee {
  form: "approximate_dp" | "pure_dp" | "gdp" | "zcdp";
  gdp_mu?: Field<number>;
  zcdp_rho?: Field<number>;
  target_delta?: Field<number>;
}

export interface Entry {
  id: string;
  kind: "training" | "deployment";
  name: string;
  /** Who published it. */
  organisation: string;
  year: Field<number> | null;
  /** What it is, a sentence. */
  what: string;
  source: Source;
  /** Whom or what the guarantee protects. */
  unit: Field<string> | null;
  mechanism: Field<string> | null;
  claim: { epsilon: Field<number>; delta: Field<number> | null } | null;
  relation: Field<"add_or_remove_one" | "replace_one"> | null;
  sampling: { claimed: Field<"poisson">; as_run: Field<"poisson" | "shuffle"> | null } | null;
  parameters: Partial<Record<RunField, Field<number>>>;
  guarantee: Guarantee | null;
  /** Why the claimed and the certified figure differ, or cannot be compared. */
  reason: string;
  /** The assumption of the claim that fails, where one is known beside the sampling. */
  fails?: string;
  preset?: Preset;
}

/** A setting of a paper or a tool, to start from: nobody has published it as a training. */
export interface Setting {
  id: string;
  kind: "setting";
  name: string;
  what: string;
  source: { name: string };
  preset: Preset;
  /** What differs from the defaults. */
  set: Record<string, number | string>;
}
