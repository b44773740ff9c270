// The letters of this view.
import { html } from "lit";
import { chapter, table, tex } from "./chapter";

export const notation = () =>
  chapter(
    "notation",
    html`<p>
        The five papers use the same letters for different things: one lemma writes the same letter for a weight and for a
        distance, and the member is case 1 in two of the papers and case 0 in a third. This view uses one letter for one thing;
        controls and files spell names out instead.
      </p>
      ${table(
        "letters and what they stand for",
        ["Letter", "Name on the page", "Meaning"],
        [
          [tex`\sigma`, "noise_multiplier", "Standard deviation of the noise in units of the clipping norm."],
          [tex`q`, "sample_rate", "Probability that a step takes the record."],
          [tex`T`, "num_steps", "Number of steps whose noisy sums the attacker sees."],
          [
            html`${tex`P`}, ${tex`Q`}`,
            "in, out",
            "Laws of what the attacker sees, with the record (in) and without it (out).",
          ],
          [tex`L`, "loss", html`Privacy loss, the logarithm of the likelihood ratio ${tex`P/Q`} at what was seen.`],
          [
            tex`H_g(P\|Q)`,
            "hockey_stick",
            html`The integral of ${tex`(p-g\,q)_+`}, that is of ${tex`p-g\,q`} where it is positive. With
              ${tex`g=e^{\varepsilon}`} it is the smallest δ at ε for this order of the pair.`,
          ],
          [
            tex`\mathrm{TV}_a(X,Y)`,
            "tv_a",
            html`Half the integral of ${tex`\lvert x-a\,y\rvert`}. At ${tex`a=1`}: total variation, the largest difference
            of the two laws on any event.`,
          ],
          [
            html`${tex`\varepsilon`}, ${tex`\delta`}`,
            "epsilon, delta",
            "The two numbers of differential privacy (DP).",
          ],
          [tex`p`, "prior", "Probability that the record is a member, before the attack."],
          ["FPR, TPR", "fpr, tpr", "Share of non-members, and of members, that the attacker names as members."],
          [tex`\beta^*`, "bayes_security", "Errors of the best attacker relative to those of a blind guesser."],
          [tex`\eta`, "eta", "How far above 50% the accuracy may be under membership inference privacy (MIP)."],
          [html`${tex`\Phi`}, ${tex`\varphi`}`, "", "Distribution function and density of the standard normal law."],
        ],
      )}`,
  );
