// How results of an attack are held against a declared curve: by counts, at many thresholds, and from one run.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, tex, to } from "./chapter";

/** Of 1e5 draws: test, curve, share, and its ends, in percent. */
const FALSE_ALARMS: readonly (readonly string[])[] = [
  ["counts of 5 and 5 at FPR 20%", "GDP μ 1", "0", "0", "0.014"],
  ["counts of 40 and 400 at FPR 2%", "GDP μ 1", "1.511", "1.335", "1.702"],
  ["counts of 1000 and 1000 at FPR 1%", "GDP μ 1", "2.101", "1.892", "2.325"],
  ["counts of 1000 and 1000 at FPR 20%", "GDP μ 1", "3.520", "3.250", "3.805"],
  ["counts of 2000 and 2000 at FPR 0.1%", "GDP μ 1", "0.009", "0.001", "0.033"],
  ["counts of 10⁶ and 10⁶ at FPR 1%", "GDP μ 1", "3.601", "by a sum", "by a sum"],
  ["counts of 5 and 5 at FPR 20%", "run (1, 0.01, 1000)", "0.131", "0.084", "0.194"],
  ["counts of 40 and 400 at FPR 2%", "run (1, 0.01, 1000)", "1.443", "1.271", "1.630"],
  ["counts of 1000 and 1000 at FPR 1%", "run (1, 0.01, 1000)", "1.981", "1.778", "2.198"],
  ["counts of 1000 and 1000 at FPR 20%", "run (1, 0.01, 1000)", "3.319", "3.056", "3.596"],
  ["counts of 2000 and 2000 at FPR 0.1%", "run (1, 0.01, 1000)", "0.136", "0.088", "0.200"],
  ["2 thresholds, counts of 300 and 300", "GDP μ 1", "1.290", "1.127", "1.468"],
  ["5 thresholds, counts of 2000 and 2000", "GDP μ 1", "2.118", "1.908", "2.342"],
  ["scores of 5 and 5", "GDP μ 1", "0", "0", "0.014"],
  ["scores of 60 and 60", "GDP μ 1", "0.496", "0.397", "0.610"],
  ["scores of 200 and 800", "GDP μ 1", "0.703", "0.584", "0.837"],
  ["scores of 60 and 60, tied in steps of 0.5", "GDP μ 1", "0.356", "0.274", "0.454"],
  ["scores of 200 and 200, tied in steps of 1", "GDP μ 1", "0.247", "0.179", "0.330"],
  ["one run, 10 canaries, all guessed", "GDP μ 1", "0", "0", "0.014"],
  ["one run, 200 canaries, all guessed", "GDP μ 0.3", "0.015", "0.003", "0.043"],
  ["one run, 200 canaries, 48% guessed", "GDP μ 1", "0.002", "0", "0.019"],
  ["one run, 1000 canaries, 76% guessed", "GDP μ 2", "0", "0", "0.014"],
  ["one run, 10⁵ canaries, 15% guessed", "GDP μ 0.5", "0", "0", "0.014"],
];

/** Shares of refutations in percent. */
const POWER: readonly (readonly string[])[] = [
  ["1, 0.01, 1000", "1%", "5%", "5.5", "1.8", "0"],
  ["1, 0.01, 1000", "1%", "10%", "13.9", "6.2", "0"],
  ["1, 0.01, 1000", "1%", "20%", "64.2", "44.0", "0"],
  ["1, 0.01, 1000", "1%", "50%", "100", "100", "100"],
  ["0.7, 0.004, 14000", "5%", "5%", "79.1", "11.2", "0"],
  ["0.7, 0.004, 14000", "5%", "10%", "100", "99.0", "0"],
  ["0.7, 0.004, 14000", "5%", "20%", "100", "100", "0"],
  ["0.7, 0.004, 14000", "5%", "50%", "100", "100", "0"],
  ["3, 0.1, 500", "5%", "5%", "13.4", "7.3", "0"],
  ["3, 0.1, 500", "5%", "10%", "40.6", "29.1", "0"],
  ["3, 0.1, 500", "5%", "20%", "98.0", "94.9", "0"],
  ["3, 0.1, 500", "5%", "50%", "100", "100", "0"],
];

function table(head: readonly string[], rows: readonly (readonly string[])[]) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table: ${head.join(", ")}">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

export const audit = (link: LinkTo) =>
  chapter(
    "audit",
    html`<p>
        The Audit view asks whether an attack has shown more than the declared training allows. What is declared, a run or a
        guarantee, gives a curve ${tex`R`} from above: at a rate ${tex`f`} of false positives no attack has a rate of true
        positives above ${tex`R(f)`}. The p-value bounds the chance of results like these under that curve, whatever the
        attack. Where it is at most one minus the confidence, the curve is refuted, and with it every curve below it: all of
        the larger noises, too.
      </p>
      <h3>Counts at a threshold that was fixed before</h3>
      <p>
        Of ${tex`P`} members the attack named ${tex`\mathrm{TP}`}, of ${tex`N`} others ${tex`\mathrm{FP}`}. Its true rate
        ${tex`f`} of false positives is not known. For every ${tex`f`} there are two independent p-values, one for so few false
        positives and one for so many true ones:
      </p>
      ${tex` p_A=\Pr[\mathrm{Bin}(N,f)\le\mathrm{FP}],\qquad p_B=\Pr[\mathrm{Bin}(P,R(f))\ge\mathrm{TP}].`}
      <p>
        Their normal scores ${tex`A`} and ${tex`B`} are added as Stouffer did, ${tex`A\cos\varphi+B\sin\varphi`}. The angle
        follows from ${tex`f`}, the curve and the numbers of trials, and so is fixed before the counts are seen: it is what
        would be best if the counts followed normal laws and the curve were straight there. A fiftieth of the level is kept
        for each score alone, for a rate that one count contradicts so clearly that the other must not weaken it.
      </p>
      <p>
        One very low score could hide a high one. So scores below ${tex`-2`} count as ${tex`-2`}, and for ${tex`t\ge0`}
      </p>
      ${tex` \Pr[\cos\varphi\max(A,-2)+\sin\varphi\max(B,-2)\ge t]\le(1+2Q(2))\,Q(t)\le1.0456\,Q(t),`}
      <p>
        with ${tex`Q`} the upper tail of the normal law: the floor costs less than five percent of the level. The p-value of
        the whole is the largest over all ${tex`f`}. Between the points of a grid nothing is left out: in each cell the count
        of false positives is judged at the end of the cell that is kinder to the curve, and so is that of true positives.
      </p>
      <h3>Many thresholds</h3>
      <p>
        Thresholds that were fixed before share the level evenly, so each of them may be looked at, and none has to have trials
        of its own: the chance that any of ${tex`k`} tests at level ${tex`\alpha/k`} errs is at most ${tex`\alpha`} however they
        depend on each other. The p-value of ${tex`k`} rows is ${tex`\min(1,k\min_ip_i)`}. Scores have thresholds at
        the non-members with certain ranks, a choice that their number ${tex`N`} alone fixes. At the score of rank
        ${tex`k`} the rate of false positives follows a Beta law, ${tex`\mathrm{Beta}(k,N-k+1)`}, so that
        ${tex`\Pr[\mathrm{Bin}(N,f)\le k-1]`} is uniform, and given the non-members the members above that score are
        binomial. So the counts ${tex`k-1`} of ${tex`N`} and those of the members are tested as if the threshold had been fixed
        before. Ties are broken by a chance that the scores themselves fix.
      </p>
      <h3>Guesses of one run</h3>
      <p>
        Of ${tex`m`} canaries each is in by a fair coin. The attack guesses ${tex`n`} of them, and ${tex`c`} are right.
        The guesses depend on each other through the one model, so no binomial test of their sum holds as it stands.
        Mahloujifar, Melis and Chaudhuri bound the chance all the same. Let ${tex`B(x)`} be the least rate of false positives
        at which ${tex`R`} reaches ${tex`x`}. At level ${tex`\alpha`} begin with ${tex`r=\alpha c/m`} and
        ${tex`h=\alpha(n-c)/m`}, and for ${tex`i=c-1,\dots,0`} put
      </p>
      ${tex` g=\max(h,B(r)),\qquad r\leftarrow\min\Bigl(1,\;r+\frac{i}{n-i}\,(g-h)\Bigr),\qquad h\leftarrow g.`}
      <p>
        Where ${tex`r+h`} passes ${tex`n/m`}, the curve is refuted at that level. For ε alone there is the theorem of Steinke,
        Nasr and Jagielski. With ${tex`\beta(v)=\Pr[\mathrm{Bin}(n,e^\varepsilon/(1+e^\varepsilon))\ge v]`} the chance of so
        many right guesses is at most
      </p>
      ${tex` \beta(c)+2m\delta\max_{1\le i\le c}\frac{\beta(c-i)-\beta(c)}{i}.`}
      <h3>How often a curve that is kept is refuted</h3>
      <p>
        Attacks exactly on a curve were drawn ${tex`10^5`} times and tested at level 5 %, those of ${tex`10^6`} trials summed
        over all counts. The ends are Clopper and Pearson’s, each wrong once in a million. No upper end is above 5.5 %.
        <code>cargo test --lib false_alarms -- --ignored --nocapture</code> draws them again.
      </p>
      ${table(["Test", "Curve", "Refuted, %", "at least", "at most"], FALSE_ALARMS)}
      <p>
        Below half a percent a test is of little use. That is so where hardly any counts can refute: where fewer than three false
        positives are expected, as in 2000 trials at a rate of 0.1 %, or with five trials, of which none can refute GDP at
        ${tex`\mu=1`}. From 40 members and 400 others on, at eight false positives expected, it is 1.4 % and more. Scores share
        the level among all their thresholds: half a percent is reached at about 60 of each class, and ties, which chance breaks,
        cost up to half of it. The tests of one run are conservative by nature: no more than 0.015 % of the draws were refuted.
      </p>
      <h3>What the exact curve adds</h3>
      <p>
        With 2000 trials of each class and the best attack on a run that was done with less noise than declared, so often is the
        declared run refuted at level 5 %: by its own curve, by the Gaussian curve of its ${tex`\mu`}, which lies above it, and
        by its ε at δ = 10⁻⁵. <code>cargo test --lib audit::power -- --nocapture</code> prints the same.
      </p>
      ${table(["Noise, rate, steps", "FPR", "Less noise", "Its curve, %", "its μ, %", "its ε, %"], POWER)}
      <h3>How many trials it takes</h3>
      <p>
        A plan takes the best attack on the run with less noise, at a rate of false positives that is fixed before, and looks for the
        least number of trials at which the test above refutes with the wanted chance: over eight quantiles of the false
        positives, with the binomial tail of the true ones at the first count that refutes. Of canaries the attack names those
        above the same rate as “in”, and how many of these guesses are right is taken to be binomial.
      </p>
      <h3>What follows</h3>
      <p>
        Every other number of the view inverts the same test: the largest advantage, rate of true positives, ε or μ whose curve
        is still refuted is what the attack certainly shows, and the smallest noise that is refuted bounds the noise that the
        results leave. Each has the stated confidence by itself. A pass only says that this attack, with so many trials, did
        not reach beyond the curve (see ${to(link, "kinds", "the kinds of numbers")}).
      </p>`,
  );
