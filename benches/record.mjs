// The file that a bench leaves: its figures, and the machine that they are of.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { StepFailed } from "../scripts/command.mjs";

/**
 * @typedef {import("./figures.mjs").Figure} Figure
 * @typedef {{ cores: number, user_agent: string }} Machine
 * @typedef {{ date: string, library_version: string, quick: boolean, machine: Machine, figures: Figure[] }} Record
 */

/**
 * @param {string} file
 * @param {Record} record
 */
export function writeRecord(file, record) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
}

/**
 * @param {string} file
 * @returns {Record}
 */
export function readRecord(file) {
  const record = parsed(file);
  const fault = faultOf(record);
  if (fault) throw refused(file, `It is no record of a bench: ${fault}.`);
  return record;
}

function parsed(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw refused(file, error.message);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(file, `It is not JSON: ${error.message}`);
  }
}

function refused(file, reason) {
  return new StepFailed(`read ${file}`, reason, "write such a file by `npm run bench -- --json FILE`.");
}

function faultOf(record) {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return "it is not an object";
  if (!Number.isFinite(record.machine?.cores)) return "machine.cores is not a number";
  if (typeof record.machine.user_agent !== "string") return "machine.user_agent is not a text";
  for (const name of ["date", "library_version"]) if (typeof record[name] !== "string") return `${name} is not a text`;
  if (!Array.isArray(record.figures)) return "figures is not a list";
  const seen = new Set();
  for (const [i, figure] of record.figures.entries()) {
    const fault = faultOfFigure(figure);
    if (fault) return `figures[${i}]: ${fault}`;
    if (seen.has(figure.name)) return `figures[${i}]: a second figure is named ${figure.name}`;
    seen.add(figure.name);
  }
  return null;
}

function faultOfFigure(figure) {
  if (typeof figure?.name !== "string" || typeof figure.unit !== "string") return "it has no name or no unit";
  if (!Number.isFinite(figure.value)) return `the value of ${figure.name} is not a number`;
  if (figure.better !== "less" && figure.better !== "more") return `${figure.name} is better neither less nor more`;
  const { repetitions } = figure;
  if (repetitions === undefined) return null;
  const whole = ["count", "min", "median", "max"].every((name) => Number.isFinite(repetitions?.[name]));
  return whole ? null : `the repetitions of ${figure.name} are not count, min, median and max`;
}
