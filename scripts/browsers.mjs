// Finds or installs the browsers of the end-to-end tests.

import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { aptInstall, onDebian } from "./apt.mjs";
import { StepFailed } from "./command.mjs";

const browsers = [
  {
    name: "Chromium",
    variable: "CHROMIUM_PATH",
    programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    application: "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    packageName: "chromium",
  },
  {
    name: "Firefox",
    variable: "FIREFOX_PATH",
    programs: ["firefox-esr", "firefox"],
    application: "/Applications/Firefox.app/Contents/MacOS/firefox",
    packageName: "firefox-esr",
  },
];

/** Chromium without what a screen needs, which Debian has as a program of its own: it does the same in four fifths of the time. */
const shell = {
  name: "Chromium's headless shell",
  variable: "CHROMIUM_SHELL_PATH",
  programs: ["chromium-headless-shell"],
  packageName: "chromium-headless-shell",
};

const DEBIANS = "/usr/bin/chromium";

/** Resolves to {CHROMIUM_PATH, FIREFOX_PATH}; with `quick` also to CHROMIUM_SHELL_PATH, where there is one. */
export async function testBrowsers({ quick = false } = {}) {
  const missing = browsers.filter((browser) => !find(browser));
  if (missing.length > 0) await install(missing);
  if (quick && !find(shell) && find(browsers[0]) === DEBIANS) await installShell();
  const found = quick && find(shell) ? [...browsers, shell] : browsers;
  return Object.fromEntries(found.map((browser) => [browser.variable, find(browser)]));
}

/** It has the version of the browser, which so is brought up to date. Where it cannot be had, the browser serves. */
async function installShell() {
  const packages = [browsers[0].packageName, shell.packageName];
  await aptInstall(packages, { what: `${shell.name} for the tests`, duration: "20 s", next: "" }).catch(() => {});
}

async function install(missing) {
  const names = missing.map((browser) => browser.name).join(" and ");
  const variables = missing.map((browser) => browser.variable).join(" and ");
  const next = `install ${names}, or set ${variables} to the path of the program.`;
  if (onDebian) {
    const packages = missing.map((browser) => browser.packageName);
    await aptInstall(packages, { what: `${names} for the tests`, duration: "60 s", next });
  }
  const absent = missing.filter((browser) => !find(browser));
  if (absent.length > 0) {
    const programs = absent.map((browser) => browser.programs.join(", ")).join("; ");
    throw new StepFailed(`look for ${names}`, `None of these programs is on PATH: ${programs}`, next);
  }
}

function find({ variable, programs, application }) {
  if (process.env[variable]) return process.env[variable];
  const folders = process.env.PATH.split(delimiter);
  const candidates = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return [...candidates, application].find((file) => file && isExecutable(file));
}

function isExecutable(file) {
  if (!existsSync(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
