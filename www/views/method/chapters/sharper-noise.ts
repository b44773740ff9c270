// News: how much output noise membership inference privacy needs, with the proof.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, errata, table, tex } from "./chapter";

export const sharperNoise = (link: LinkTo) =>
  chapter(
    "sharper-noise",
    html`<p>
        This is new: it is in none of the five papers. Someone trains on a random half of a data set and adds noise to the
        output once, so that no attacker is right about a record with probability above ${tex`\tfrac12+\eta`}. Izzo et al.
        showed that noise in proportion to the spread of the output suffices, however large its worst change is. Their
        scale for the second moment is ${tex`(6.16/\eta)^2\sigma`}, that is 3795 σ at η = 0.1. Five σ are enough.
      </p>
      <h3>The statement</h3>
      <p>
        Let ${tex`\theta`} be the output on a random half of the records, and
        ${tex`\sigma_1\ge\mathbb E\lVert\theta-\mathbb E\theta\rVert`} in any norm and dimension. Add ${tex`X`},
        independent of ${tex`\theta`}, with density in proportion to ${tex`e^{-\lVert x\rVert/s}`}. Then
      </p>
      ${tex` \eta\le\tfrac12\,\tanh\frac{\sigma_1}{s},\qquad\text{so that}\qquad s=\frac{\sigma_1}{\mathrm{artanh}(2\eta)}\text{ suffices.}`}
      <h3>The proof, in five steps</h3>
      <ol>
        <li>
          <strong>Couple.</strong> Fix a record. With it in, the output with noise is a mixture of shifted copies of
          ${tex`X`}; without it, another mixture. Draw the two shifts ${tex`a`} and ${tex`b`} together in any way that keeps
          each one's law. Total variation is convex in both laws at once, so that of the mixtures is at most the average of
          that of the pairs:
          ${tex` \mathrm{TV}\le\mathbb E\,\mathrm{TV}(a+X,\;b+X).`}
        </li>
        <li>
          <strong>Each pair is pure DP.</strong> By the triangle inequality the densities of ${tex`a+X`} and ${tex`b+X`}
          differ by a factor of at most ${tex`e^{\varepsilon}`} with ${tex`\varepsilon=\lVert a-b\rVert/s`}, everywhere. Two
          such laws have total variation at most ${tex`(e^{\varepsilon}-1)/(e^{\varepsilon}+1)=\tanh(\varepsilon/2)`}.
        </li>
        <li>
          <strong>Concavity.</strong> ${tex`\tanh`} rises and is concave from zero on. The average of it is at most its value
          at the average: ${tex`\mathrm{TV}\le\tanh\bigl(\mathbb E\lVert a-b\rVert/(2s)\bigr)`}.
        </li>
        <li>
          <strong>Triangle inequality.</strong> Go from ${tex`a`} to ${tex`b`} by way of the mean ${tex`m`} of all outputs.
          In and out have equal weight, so the two averages ${tex`\mathbb E\lVert a-m\rVert`} and
          ${tex`\mathbb E\lVert b-m\rVert`} add up to twice ${tex`\mathbb E\lVert\theta-m\rVert\le\sigma_1`}.
        </li>
        <li>
          <strong>From variation to η.</strong> With a fair coin the accuracy is ${tex`(1+\mathrm{TV})/2`}, so
          ${tex`\eta=\mathrm{TV}/2`}.
        </li>
      </ol>
      <p>
        Randomness inside of the training is covered: ${tex`a`} and ${tex`b`} may be random beyond the choice of records.
        Higher moments do as well, for ${tex`\sigma_1\le\sigma_M`}. The mean can be replaced by any centre, such as a median.
        Compared with the Laplace mechanism of differential privacy, ${tex`2\sigma_1`} stands where the largest change
        ${tex`\Delta`} stood.
      </p>
      <h3>Variants</h3>
      ${table(
        "variants of the bound and where they are tight",
        ["Noise", "Bound on η", "Scale for η", "Tight?"],
        [
          [
            html`Density ${tex`e^{-\lVert x\rVert/s}`}, any norm`,
            tex`\tfrac12\,\tanh(\sigma_1/s)`,
            tex`\sigma_1/\mathrm{artanh}(2\eta)`,
            "Not in one dimension, and not for two points in the plane.",
          ],
          [
            "Laplace, one dimension",
            tex`\tfrac12\,\bigl(1-e^{-\sigma_1/s}\bigr)`,
            tex`-\sigma_1/\ln(1-2\eta)`,
            html`For every number of records: the output ${tex`1`} if the record is in and ${tex`0`} otherwise.`,
          ],
          [
            html`Normal, deviation ${tex`\tau`}, Euclidean norm`,
            tex`\Phi(\sigma_1/\tau)-\tfrac12`,
            tex`\sigma_1/\Phi^{-1}(\tfrac12+\eta)`,
            "The same output.",
          ],
          [
            html`Any norm; a share ${tex`p\le\frac12`} of the records is taken, or left out`,
            tex`p\tanh\bigl(\sigma_1/(2ps)\bigr)`,
            tex`\sigma_1/\bigl(2p\,\mathrm{artanh}(\eta/p)\bigr)`,
            "Not known.",
          ],
          [
            html`Any norm, record by record: ${tex`\Delta_1`} is the mean change when the record is exchanged for a random other`,
            tex`\tfrac12\,\tanh\bigl(\Delta_1/(2s)\bigr)`,
            tex`\Delta_1/\bigl(2\,\mathrm{artanh}(2\eta)\bigr)`,
            html`${tex`\Delta_1\le\min(\Delta,2\sigma_1)`}: never more noise than differential privacy asks for.`,
          ],
        ],
      )}
      <p>
        The last line couples more cleverly: ${tex`b`} is ${tex`a`} with the record exchanged. For a mean of n records the
        change is of order 1/n, where the spread is of order 1/√n.
      </p>
      <h3>What it does not say</h3>
      <p>
        In many dimensions the noise with density ${tex`e^{-\lVert x\rVert/s}`} is long: its norm is about ${tex`d\,s`},
        where normal noise has about ${tex`\sqrt d\,\tau`}. A moment that is estimated from repeated trainings is no bound
        (${errata(link, "E16e")}). And η is about one record of a random half, not about a data set that an adversary chose.
        The enumeration of ${errata(link, "E13")} holds the bounds against every half of small data sets; it would show a
        flaw, but it is not a proof.
      </p>`,
  );
