// The audit view: both verdicts, both kinds of results that are typed, scores from a file, and what is refused.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, seldom, themesOf, type Visit } from "./browser";
import { cancelReading } from "./files";
import { file, keepFiles } from "./saved";

const VERDICT = "[data-verdict]";
const AWAITED = ".big-sentence.pending";
const DROP = "mi-score-drop";

/** Chooses a file of scores with this text. */
async function chooseScores(visit: Visit, text: string, name = "scores.csv"): Promise<void> {
  await visit.page.waitForSelector(`${DROP} input[type=file]`);
  await visit.page.$eval(
    `${DROP} input[type=file]`,
    (field, content, called) => {
      const holder = new DataTransfer();
      holder.items.add(new File([content], called));
      (field as HTMLInputElement).files = holder.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    },
    text,
    name,
  );
}

/** Members lie so much higher that a training with next to no leak is refuted. */
function scores(shift: number, rows = 600): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const member = i % 2;
    const noise = Math.sin(i * 12.9898) * 2 + Math.cos(i * 78.233);
    return `${member},${noise + member * shift}`;
  });
  return `member,score\n${lines.join("\n")}\n`;
}

describe.each(ONE_BROWSER)("audit in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  it("refutes at its start, does not refute the best attack on the declared noise, and keeps both in the link", async () => {
    visit = await open();
    await visit.settle();
    await visit.page.click('mi-nav a[href*="view=audit"]');
    await visit.waitForText(VERDICT, "These results refute the declared run.");
    await visit.settle();
    expect(await visit.text('output[data-figure="noise_multiplier"]')).toMatch(/^< 0\.58/);
    expect(await visit.text('output[data-figure="advantage"]')).toMatch(/^≥ 0\.111/);
    await visit.page.waitForSelector("mi-audit-chart .drawing svg");
    expect(await visit.text("mi-audit-chart .summary")).toContain("It found 13.6%");
    expect(await visit.text(".outputs")).toContain("Batches are shuffled");
    await visit.type("true_positives", "42");
    await visit.waitForText(VERDICT, "do not refute the declared run");
    await visit.page.waitForFunction(() => location.hash === "#v=1&view=audit&true_positives=42");
    await visit.settle();
    expect(await visit.text(".outputs")).not.toContain("Batches are shuffled");

    const second = await open(new URL(visit.page.url()).hash);
    await second.settle();
    expect(await second.text(VERDICT)).toBe(await visit.text(VERDICT));
    expect(await second.field("true_positives")).toBe("42");
    await second.page.close();
  });

  seldom("holds guesses of one run against a guarantee, and begins from known settings", async () => {
    visit = await open("#v=1&view=audit&declared=guarantee&results=one_run&guarantee_epsilon=0.5&correct=95");
    await visit.settle();
    expect(await visit.text(VERDICT)).toContain("These results refute the declared guarantee.");
    expect(await visit.text("mi-audit-chart .summary")).toContain("Guesses of one run are no point here");
    await visit.page.waitForSelector('output[data-figure="epsilon_by_guesses"]');
    await visit.type("correct", "55");
    await visit.waitForText(VERDICT, "do not refute the declared guarantee");
    await visit.settle();
    await visit.page.click(".presets > summary");
    await visit.page.waitForSelector('[data-preset="audit-kept"]');
    expect(await visit.text(".presets .menu")).toContain("whose noise was halved");
    await visit.page.click('[data-preset="audit-kept"]');
    await visit.waitForText(VERDICT, "do not refute the declared run");
    await visit.page.waitForFunction(() => location.hash === "#v=1&view=audit&true_positives=42");
  });

  it("reads counts at several thresholds as they are pasted, and keeps them in the link", async () => {
    visit = await open("#v=1&view=audit&results=thresholds");
    await visit.settle();
    expect(await visit.text("mi-audit-chart .summary")).toContain("Thresholds 1, 2 and 3 refute it");
    await visit.type("thresholds", "tp,p,fp,n\n42,2000,20,2000\n30,40,1,10");
    await visit.page.waitForFunction(() => location.hash.endsWith("&thresholds=42,2000,20,2000;30,40,1,10"));
    await visit.settle();
    expect(await visit.text("mi-audit-chart .summary")).toContain(
      "Threshold 2 refutes it at its share of the level, of 2",
    );
    await visit.type("thresholds", "42,2000,20,2000\n50,40,1,10");
    await visit.waitForText(
      "#field-thresholds-remark",
      "Line 2, column 1: true_positives is 50; it must be at most positives",
    );
    expect(await visit.field("thresholds")).toContain("50,40,1,10");
    expect(await visit.text(".freshness")).toContain("The last good input is shown.");
  });

  it("audits trainings of the Laboratory's own, one that kept its noise and one that halved it", async () => {
    visit = await open(
      "#v=1&view=audit&noise_multiplier=1&sample_rate=0.2&num_steps=50&results=scores&scores_from=noise_kept",
    );
    await visit.waitForText(VERDICT, "do not refute the declared run");
    await visit.page.select("#choice-scores_from", "noise_halved");
    await visit.waitForText(VERDICT, "These results refute the declared run");
    await visit.settle();
    expect(await visit.text("mi-audit-form [data-example]")).toContain("the noise that was added has 0.5");
    await visit.type("noise_multiplier", "0.5");
    await visit.waitForText(VERDICT, "do not refute the declared run");
    await visit.page.select("#choice-scores_from", "file");
    await visit.waitForText(AWAITED, "No answer: Give a file of scores");
  });

  seldom("plans an audit before anything is tried", async () => {
    visit = await open("#v=1&view=audit&results=scores");
    await visit.waitForText("mi-audit-plan", "About 2200 members and as many others");
    await visit.type("less_noise", "50%");
    await visit.waitForText("mi-audit-plan", "with noise 0.55 instead");
    await visit.type("power", "1");
    await visit.waitForText("#field-power-remark", "The power must be between 0.1 and 0.99");
    await visit.page.select("#choice-declared", "guarantee");
    await visit.waitForText("mi-audit-plan", "A plan needs a declared run");
  });

  it("is worked by keys alone", async () => {
    visit = await open("#v=1&view=audit");
    await visit.settle();
    await visit.page.focus('[id="field-true_positives"]');
    await visit.page.keyboard.press("End");
    for (let i = 0; i < 3; i++) await visit.page.keyboard.press("Backspace");
    await visit.page.keyboard.type("30");
    await visit.waitForText(VERDICT, "do not refute");
    await visit.page.focus('input[name="choice-results"]:checked');
    await visit.page.keyboard.press("ArrowDown");
    await visit.page.waitForSelector("#field-thresholds");
    await visit.page.keyboard.press("ArrowDown");
    await visit.page.waitForSelector("#field-canaries");
    await visit.settle();
    await visit.page.waitForSelector("mi-audit-chart .drawing svg");
    await visit.page.focus("mi-audit-chart .drawing");
    await visit.page.keyboard.press("End");
    await visit.waitForText("mi-audit-chart [role=status]", "FPR 100%: declared TPR at most 100%");
  });

  it("says what is refused beside its field, and the rest goes on", async () => {
    visit = await open("#v=1&view=audit");
    await visit.settle();
    await visit.type("true_positives", "3000");
    await visit.waitForText('[id="field-true_positives-remark"]', "is 3000; it must be at most");
    expect(await visit.text(".freshness")).toContain("The last good input is shown.");
    await visit.type("level", "0.2");
    await visit.waitForText("#field-level-remark", "The confidence must be between 0.5 and");
    await visit.type("level", "0.99");
    await visit.type("true_positives", "200");
    await visit.settle();
    expect(await visit.text(VERDICT)).toContain("These results refute");
    await visit.page.click('mi-nav a[href*="view=guarantee"]');
    await visit.waitForText("mi-headline .sentence", "right");
  });

  it("audits a file of scores, and again when the declared run changes", async () => {
    visit = await open("#v=1&view=audit&results=scores");
    await visit.waitForText(AWAITED, "No answer: Give a file of scores");
    await chooseScores(visit, scores(3));
    await visit.waitForText(`${DROP} [role=status]`, "In use: 600 rows of CSV: 300 members and 300 non-members");
    await visit.waitForText(VERDICT, "These results refute the declared run");
    await visit.settle();
    expect(await visit.text(".unkept")).toContain("does not carry the numbers from scores.csv");
    expect(await visit.text("mi-audit-chart .summary")).toMatch(/\d+ of \d+ thresholds refute it/);
    await visit.type("noise_multiplier", "0.3");
    await visit.waitForText(VERDICT, "do not refute the declared run");
    expect(new URL(visit.page.url()).hash).not.toContain("scores.csv");
    await visit.type("noise_multiplier", "1.1");
    await visit.waitForText(VERDICT, "These results refute");
    await visit.page.click("#scores-lower");
    await visit.waitForText(VERDICT, "do not refute the declared run");
    await chooseScores(visit, "a,b\n1,2\n", "other.csv");
    await visit.waitForText(`${DROP} .problems`, "score");
    await visit.page.waitForSelector("#scores-score");
    expect(await visit.page.$eval("#scores-score", (list) => list.textContent)).toContain("a");
    await visit.page.select("#scores-score", "b");
    await visit.waitForText(`${DROP} .problems`, "member");
  });

  it("shows how far a large file is, and stops reading it", async () => {
    visit = await open("#v=1&view=audit&results=scores");
    await visit.page.waitForSelector(`${DROP} input[type=file]`);
    await cancelReading(visit, DROP, "member,score\n", "1,0.123456\n0,0.654321\n", 1_500_000);
    await visit.waitForText(AWAITED, "No answer: Give a file of scores");
    await chooseScores(visit, scores(0, 200));
    await visit.waitForText(VERDICT, "do not refute the declared run");
  });

  seldom("is shared as link, statement, data and code, and as an embed", async () => {
    visit = await open("#v=1&view=audit&true_positives=90");
    await keepFiles(visit);
    await visit.settle();
    await visit.page.click('[data-action="share"]');
    await visit.page.waitForSelector('[role="tab"]');
    const tabs = await visit.page.$$eval('mi-share [role="tab"]', (all) =>
      all.map(({ textContent }) => textContent?.trim()),
    );
    expect(tabs).toEqual(["Link", "Statement", "Data", "Code", "Cite", "Embed"]);
    await visit.page.click("#share-panel-statement");
    await visit.waitForText("mi-share-statement .taken", "These results refute the declared run");
    await visit.page.click("#share-panel-code");
    await visit.page.select("#share-language", "shell");
    await visit.waitForText("mi-share-code .taken", /npx mi-bounds@\S+ audit '{"noise_multiplier":1\.1/);
    await visit.page.click("#share-panel-data");
    const { content } = await file(visit, "mi-download-button button");
    const { function: called, result } = JSON.parse(content.toString("utf8"));
    expect([called, result.refuted]).toEqual(["audit", true]);
  });

  // Only Chromium lets a test choose the theme.
  it.each(themesOf(name))("has nothing for axe to find in the %s theme, and fits 320 pixels", async (theme) => {
    visit = await open("#v=1&view=audit&results=scores", 320);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await chooseScores(visit, scores(3));
    await visit.waitForText(VERDICT, "These results refute the declared run");
    await visit.settle();
    await visit.type("fpr", "x");
    await visit.waitForText("#field-fpr-remark", "Enter the FPR");
    await visit.unfold();
    await visit.page.waitForSelector('output[data-figure="table-p_value"]');
    expect(await visit.width()).toBeLessThanOrEqual(320);
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
  });
});
