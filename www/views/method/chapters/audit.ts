// How results of an attack are held against a declared curve: by counts, at many thresholds, and from one run.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, tex, to } from "./chapter";

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
        Thresholds that were fixed before share the level evenly, so each of them may be looked at. Scores have thresholds at
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
      <h3>What follows</h3>
      <p>
        Every other number of the view inverts the same test: the largest advantage, rate of true positives, ε or μ whose curve
        is still refuted is what the attack certainly shows, and the smallest noise that is refuted bounds the noise that the
        results leave. Each has the stated confidence by itself. A pass only says that this attack, with so many trials, did
        not reach beyond the curve (see ${to(link, "kinds", "the kinds of numbers")}).
      </p>`,
  );
