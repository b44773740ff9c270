// A reporter of vitest that keeps the names of the tests that run in a file: what is left there when a run is stopped hung.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The environment names the file; a reporter on the command line takes no options. */
const VARIABLE = "RUNNING_TESTS";

export default class RunningTests {
  #names = new Map();

  onInit() {
    this.#write();
  }

  // A test that never yields is not heard of; its file is.
  onTestModuleStart(module) {
    this.#add(module.id, module.relativeModuleId);
  }

  onTestModuleEnd(module) {
    this.#remove(module.id);
  }

  onTestCaseReady(test) {
    this.#add(test.id, `${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestCaseResult(test) {
    this.#remove(test.id);
  }

  onHookStart({ name, entity }) {
    const file = (entity.module ?? entity).relativeModuleId;
    this.#add(`${entity.id} ${name}`, [file, entity.fullName, name].filter(Boolean).join(" > "));
  }

  onHookEnd({ name, entity }) {
    this.#remove(`${entity.id} ${name}`);
  }

  #add(id, name) {
    this.#names.set(id, name);
    this.#write();
  }

  #remove(id) {
    this.#names.delete(id);
    this.#write();
  }

  #write() {
    writeFileSync(process.env[VARIABLE], [...this.#names.values()].join("\n"));
  }
}

/** The arguments and the environment with which vitest keeps `file`. */
export function keptIn(file) {
  return { args: [`--reporter=${import.meta.filename}`], env: { [VARIABLE]: file } };
}

/** What a run that was stopped has left in `file`. */
export function stillRunning(file) {
  const names = existsSync(file) ? readFileSync(file, "utf8") : "";
  return names === "" ? "No test was running." : `Still running:\n${names.replace(/^/gm, "  ")}`;
}
