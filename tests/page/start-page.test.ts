// What stands on the page before any script has run: the sentence of the setting that it begins with.
import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { defaults } from "../../www/state/parameters/table";
import { headline } from "../../www/words/figure";
import { core, loadCore, root, worth } from "./share/subject";

beforeAll(loadCore);

it("is what the engine says of it", () => {
  const page = readFileSync(`${root}index.html`, "utf8").replace(/\s+/g, " ");
  const { noise_multiplier, batch_size, dataset_size, epochs } = defaults();
  const { advantage } = worth(core.training({ noise_multiplier, batch_size, dataset_size, epochs }));
  const setting = `${dataset_size?.toLocaleString("en")} records, ${batch_size} of them in each step, noise multiplier ${noise_multiplier}, ${epochs} passes over the data.`;
  expect(page).toContain(`An example: ${setting} ${headline(advantage)}`);
});
