// Methods F and G, the closed forms, and the coarse bounds: where each error comes from and how it is bounded.
import { html } from "lit";
import type { LinkTo } from "../../../state/parameters/method";
import { chapter, errata, tex, to } from "./chapter";

export const certified = (link: LinkTo) =>
  chapter(
    "certified",
    html`<p>
        "Exact, certified" is a promise about an interval: the true value of the dominating pair lies between the ends that
        are shown. Every step from the formula to the printed digits is an approximation whose error has a bound, and the
        bounds add up to the width.
      </p>
      <h3>Method F: a Fourier series on a line</h3>
      <p>
        The overlap ${tex`O(\varepsilon)=\int\min(P,e^{\varepsilon}Q)`}, one minus the hockey stick at ε, is an average of
        ${tex`\min(e^L,e^{\varepsilon})`}, which splits into ${tex`e^{(L+\varepsilon)/2}e^{-\lvert L-\varepsilon\rvert/2}`}.
        The first factor moves the law half-way between in and out; the second has a simple Fourier transform. With the
        transform of one step on the line half-way,
      </p>
      ${tex` \psi(t)=\int P^{1/2+it}\,Q^{1/2-it},\qquad O(\varepsilon)=\frac{e^{\varepsilon/2}}{2\pi}\int\frac{\psi(t)^T\,e^{-it\varepsilon}}{\frac14+t^2}\,dt`}
      <p>
        Composition is a power, whatever ${tex`T`} is. No loss is put on a grid, so no error of a grid adds up over the
        steps. Four errors remain:
      </p>
      <dl class="terms">
        <dt>Window</dt>
        <dd>
          The integral becomes a sum at equally spaced ${tex`t`}, which is the same as repeating the law with a period. What
          lies outside of the period is bounded by Chernoff's inequality on both sides.
        </dd>
        <dt>Truncation</dt>
        <dd>
          The sum stops. How fast ${tex`\lvert\psi\rvert`} must have decayed by then is certified by a staircase below the
          density of the loss, and one more for losses of drawn records that stand apart: each stair is a uniform law, whose
          transform is known. Terms at the end whose sizes add up to less than a thousandth of all other errors are left out,
          too, and count as an error.
        </dd>
        <dt>Many readings</dt>
        <dd>
          A curve and a search read the same sum of ${tex`n`} terms at hundreds of orders. One transform gives it at equidistant ones, ${tex`M\ge 4n`}
          for a period, and at the place ${tex`x`} between them it is
          ${tex` f(x)=\sum_{\lvert j-x\rvert<18}g_j\,e^{-(x-j)^2/8}`}
          where ${tex`g`} is the sum with each term divided by the transform of the Gaussian. By Poisson's formula each term comes with images, smaller by
          ${tex`e^{-4\pi^2}`}; the points that are left out weigh less than ${tex`4e^{-18^2/8}`}. With the rounding of the transform that is as certain as
          the sum itself; where it is not, the sum is read.
        </dd>
        <dt>Quadrature</dt>
        <dd>
          ${tex`\psi`} is itself an integral, by the trapezoidal rule. The integrand is analytic in a strip, so the error
          falls exponentially with the number of nodes (Trefethen and Weideman, Theorem 5.1). The spacing follows from the
          largest ${tex`t`} in use: too coarse a spacing gives nonsense without a sign of it.
        </dd>
        <dt>High frequencies</dt>
        <dd>
          A record that is rarely drawn needs ${tex`t`} up to 10⁴ and more, and on the real axis nodes in proportion. The path
          is moved up instead. Above the axis the likelihood ratio ${tex`w=e^L`} has an angle between 0 and π, so
          ${tex`\lvert e^{itL}\rvert=e^{-t\arg w}\le 1`}, and in the middle of a strip of height ${tex`2y`} the rule with
          spacing ${tex`h`} is off by at most
          ${tex` \frac{M(0)+M(2y)}{e^{2\pi y/h}-1},\qquad M(c)=\int\bigl\lvert P^sQ^{1-s}(x+ic)\bigr\rvert\,\bigl(2+t\,\lvert L(x+ic)\rvert\bigr)\,dx`}
          The number of nodes grows with ${tex`\ln t`} only, and those with large losses are damped away before they turn fast.
        </dd>
        <dt>Too many frequencies</dt>
        <dd>
          Where a draw or two decide, ${tex`\lvert\psi\rvert^T`} may fall only beyond ${tex`t`} of 10⁸. Damping makes
          ${tex`\psi`} as smooth as ${tex`t`} is large: with nodes of mass ${tex`m_j`},
          ${tex`\lvert\psi^{(n)}(t)\rvert\le\sum_j\lvert m_j\rvert\lvert L_j\rvert^n e^{-t\,\mathrm{Im}\,L_j}`}. So the
          integral is cut into panels of growing length, on each of which ${tex`\psi`}, less the factor of a constant loss, is a
          Chebyshev polynomial ${tex`1+p`} up to ${tex`2(h/4)^n/n!`} times the largest derivative, ${tex`h`} its length.
          The polynomial bounds ${tex`\lvert 1+p\rvert^T`} on any ellipse around the panel, and that is the certificate of
          the Gauss-Legendre rule with ${tex`N`} nodes there: ${tex`\tfrac{64}{15}M\rho^{-2(N-1)}/(1-\rho^{-2})`}
          (Trefethen, Approximation Theory and Approximation Practice, Theorem 19.3). There is no window.
        </dd>
        <dt>Laws in pieces</dt>
        <dd>
          With Laplace noise the loss has an atom at either end, and a pair that is its own mirror image has one at 0. The
          atoms are nodes as they are. The stretch between them is cut into panels, halved until each has the certificate of
          the Gauss-Legendre rule above: on the ellipse around a panel ${tex`\lvert w\rvert`} lies between
          ${tex`w(x_0)\cos(ky/2)`} at its left and ${tex`w(x_1)`} at its right end, ${tex`y`} its height and ${tex`k`} the
          slope of the exponent in ${tex`w=1-q+q\,e^{kx-o}`}. Now ${tex`\lvert\psi\rvert`} falls to the share of the atoms
          only, and it is the power of that which must be small: where few steps are left, the next method or Method G answers.
        </dd>
        <dt>Batches of one size</dt>
        <dd>
          A replaced record under batches of one size has, at ${tex`L>0`}, the law of a sampled step, at ${tex`L<0`} its mirror image,
          and no loss at all with probability ${tex`a=(1-q)(1-2\Phi(-m/2))`}. So
          ${tex`\mathbb{E}_Q e^{sL}=a+\varphi(s)+\varphi(1-s)`} with ${tex`\varphi(s)=\int_0^\infty e^{sL(y)}n(y+\tfrac m2)\,dy`},
          ${tex`L(y)=\ln(1-q+q\,e^{my})`}. No line has it vanish, but steps without a loss above 0 have no divergence, and
          ${tex` H(\varepsilon)=\frac1{2\pi i}\int\Bigl[\bigl(a+\varphi(s)+\varphi(1-s)\bigr)^T-\bigl(a+\varphi(1-s)\bigr)^T\Bigr]\frac{e^{(1-s)\varepsilon}}{s(s-1)}\,ds`}
          falls as ${tex`1/\lvert s\rvert^3`}, and as ${tex`e^{-\varepsilon\operatorname{Re}s}`} on a contour that leans to the right. It starts at an
          ${tex`s>1`} where the integrand is least and is laid in panels. For each, ${tex`\varphi`} is summed on a path of complex ${tex`y`} on
          which ${tex`e^{sL}`} does not turn: up from 0, along, and beyond the zero of ${tex`e^L`}, at ${tex`e^{my}=-(1-q)/q`}, away on a slant
          ${tex`1+0.9i`} that makes the exponent fall by at least ${tex`y`} less its height. Panels of ${tex`y`} have the certificate above,
          with ${tex`e^{sL}`} bounded by rectangles around ${tex`L`} and the corners of one around ${tex`s`}. The moduli of its nodes bound
          ${tex`\varphi`} by ${tex`b(s)`}, a sum of exponentials, and what is integrated by
          ${tex`T\,b(s)\,(a+b(s)+b(1-s))^{T-1}`}: its logarithm is convex, so that the corners of a rectangle in ${tex`s`} give the
          certificate of the outer panel. Straight up from the last one no modulus grows, and what lies there is at most that over
          ${tex`\pi\operatorname{Im}s`}.
        </dd>
        <dd>
          Where many small losses make a tail though a single large one would make it as easily, the integrand is large at every
          ${tex`s`} of the real axis. Then the path is cut at a ${tex`y_c`} just before the zero of ${tex`e^L`}, so that
          ${tex`\varphi=\varphi_n+\varphi_f`}, and each part has a contour that starts where it is small:
          ${tex`(R+\varphi_n)^T-R^T`} at ${tex`s_n`} and ${tex`(R+\varphi_n+\varphi_f)^T-(R+\varphi_n)^T`} at ${tex`s_f`}, ${tex`R=a+\varphi(1-s)`}.
          What the first makes between both is left,
          ${tex` \frac1\pi\int_{s_f}^{s_n}\operatorname{Im}\bigl(R+\varphi_n(s)\bigr)^T\,\frac{e^{(1-s)\varepsilon}}{s(s-1)}\,ds`}
          The path of ${tex`\varphi_n`} leaves the real axis in the valley between small losses and large ones, and its way up from there is the imaginary
          part, known relatively. The power's is at most ${tex`T\,b(R+b+\dots)^{T-1}`} with the way's modulus ${tex`b`}, at complex ${tex`s`} too: the certificate
          of panels on the real axis, and of parts so small that they are left out.
        </dd>
        <dd>
          Where a drawn record stands out, a run is plain if each step drew the record and shows ${tex`L>0`}, or shows nothing. Plain runs have the
          divergence ${tex`S(\varepsilon)=\sum_k\tbinom Tk(1-q)^{T-k}q^kH_{m\sqrt k}(\varepsilon-k\ln q)`}, Gaussian curves, but for a share
          of ${tex`Tc(2+q/(1-q))`}, ${tex`c=\Phi(-m/2)`}. Others add no more than ${tex`T(2-q)c`}, and as
          ${tex`(f+g-h)_+\le(f-\theta h)_++(g-(1-\theta)h)_+`} no more than makes
          ${tex` H(\varepsilon)\le e^{Tc/(1-q)}\sum_l\tfrac{(Tc)^l}{l!}\,S\bigl(\varepsilon+l\ln(1-\theta)+k\ln\theta\bigr)`}
          at any ${tex`\theta`} near 1, ${tex`k`} the most draws that count.
        </dd>
        <dt>Few large observations</dt>
        <dd>
          Where the noise is small, hardly a step shows by chance what a drawn record does, and the losses of all others pile up
          at one end. Then what counts is how many observations ${tex`z_1,\dots,z_j`} lie above a place ${tex`c`}:
          ${tex` \sum_j\tbinom Tj\int_{z_1,\dots,z_j>c}\mathbb{E}\bigl[(w(z_1)\cdots w(z_j)\,V-e^\varepsilon)_+\bigr]\,dQ^j`}
          The ratio ${tex`V=(1-q)^{T-j}(1+D)`} of those below is known by the moments of ${tex`D\ge 0`}, sums of positive terms.
          With one above, the mean over it has a closed form ${tex`h(t)`} at ${tex`V=t(1-q)^{T-1}`}, whose Taylor series around ${tex`t=1`} meets these
          moments; what the series leaves is at most ${tex`C\,\mathbb{E}D^k`}, by Cauchy's inequality on a disc and the largest
          ${tex`h''`} beyond it. A second one is integrated by the Gauss-Legendre rule above, or, as the mean is convex in
          ${tex`1/w`}, between Jensen's inequality and the chord; so is a third and a fourth. A moment bounds what is left
          with none above. More than four add their mass under ${tex`P`} at most, and at least that less ${tex`e^\varepsilon`} times
          their mass under ${tex`Q`}; as ${tex`(vw-1)_+\le v(w-1)_++(v-1)_+`}, for ${tex`\varepsilon\ge 0`} also at most what each
          observation adds alone, times the mass of the others. Where a drawn record stands out, many draws leave nothing open.
        </dd>
        <dt>Rounding</dt>
        <dd>
          ${tex`\psi`} is close to one, and its distance from one is what counts. It is summed by itself, with terms that
          cancel taken out by hand, and the power is ${tex`\exp(T\ln\psi)`} by a logarithm that keeps that distance. What
          double precision leaves is counted.
        </dd>
      </dl>
      <p>
        Tails, such as ε at δ = 10⁻¹⁰, use the same series on a line further out, where their mass is not tiny: at the tilt
        ${tex`s`} for which the bound ${tex`e^{K(s)+(1-s)\varepsilon}`} by the mass ${tex`e^{K(s)}=\bigl(\int P^sQ^{1-s}\bigr)^T`} is
        least. Where one large loss is likelier than many small ones, no tilt sees both. Each observation ${tex`z`} then counts
        as large with the probability ${tex`1-v(z)=1-\exp(-e^{k(z-z_0)})`}. With
        ${tex`b=\int(1-v)\,P^sQ^{1-s}e^{itL}`}, the runs in which some observation is large have the transform
        ${tex`\psi^T-(\psi-b)^T`}, which is summed by itself, or integrated on panels; ${tex`v`} falls so fast that the others have a light tail, of
        which a line or a Chernoff bound is enough. Its window comes from its own moments, as the moments of the whole run say
        nothing of what is rarer than their error: with ${tex`r>s`}, of the event at most
        ${tex`T\,b(r)\,\psi(r)^{T-1}e^{-(r-s)x}`} lies above ${tex`x`}, the sum over the step that is large, and with
        ${tex`r<s`} as much below. The sum ends where ${tex`T\,\lvert b\rvert\,(\lvert\psi\rvert+\lvert b\rvert)^{T-1}`} is
        small. In a schedule each phase ${tex`p`} has its own ${tex`z_0`}, at which its observations say as much as those of the others, and the event
        is
        ${tex` \sum_p\Bigl(\prod_{r<p}(\psi_r-b_r)^{T_r}\Bigr)\bigl(\psi_p^{T_p}-(\psi_p-b_p)^{T_p}\bigr)\prod_{r>p}\psi_r^{T_r},`}
        in which nothing is lost that one phase does not lose. What is so rare that it cannot matter is left out and its probability added to the upper end; at an order, what
        cannot matter is known once the bound of the rest is, so that it is lowered until it is small beside that. The mean of
        the rest needs ${tex`\int(1-v)(P-Q)`}, of rare records no difference of two sums but a sum of its own, whose terms are
        at height ${tex`y`} at most ${tex`1+y\,(m+1/a)`} times those on the axis, ${tex`a=x-m/2>0`}; of a group
        ${tex`m`} is the shift of so many records as are likelier where they were drawn, and more of them, being rare, add twice their
        probability; of a replaced record ${tex`a=x`}, as ${tex`P-Q`} is a hyperbolic sine there. The
        counterexamples of ${errata(link, "E8", "E16d")} contain this series again, in
        another language and without its certificates; tests hold it to the engine's digits.
      </p>
      <p>
        A schedule whose noise or rate is set anew at each step has thousands of phases, most of them alike. Over shifts and rates
        between ${tex`-1`} and ${tex`1`} of a cell, ${tex`f=\ln\mathbb{E}_Qw^s`} is a series of Chebyshev polynomials, and few of its phases,
        with weights ${tex`W`} in the place of all ${tex`T`}, have the same sums of those up to a degree ${tex`n`}. With ${tex`r_k`} what the sums of
        degree ${tex`k`} differ by, all that remains is
        ${tex` \Bigl|\sum Tf-\sum Wf\Bigr|\le 4M\Bigl(\sum_{k\le n}\rho^{-k}r_k`}
        ${tex` {}+2\sum T\sum_{k>n}(k+1)\rho^{-k}\Bigr),`}
        ${tex`M`} the largest ${tex`\lvert f\rvert`} in ellipses whose half axes add up to ${tex`\rho`}. There the shift ${tex`m`} is complex; along
        ${tex`z=um_0/m`} the likelihood of a draw hardly turns, and as ${tex`\mathbb{E}_Q(w-1)=0`}, ${tex`M`} is a matter of
        ${tex`(w-1)^2`}, of a replaced record of the square of the difference of both its ratios. The decay at high frequencies is bounded for all phases of a box at once, and the tails by the masses under other
        tilts. Of ten thousand phases a few hundred are left.
      </p>
      <p>
        A replaced record has two likelihood ratios, ${tex`w(x)`} over ${tex`w(-x)`}. Under a strong tilt the second one, to the power
        ${tex`1-s`}, grows above the axis as ${tex`\lvert w(-x-iy)\rvert`} falls. With the probability ${tex`p`} that ${tex`x`} was drawn,
        ${tex` \lvert w(x+iy)\rvert^2=w(x)^2\bigl(1-4p\,(1-p)\sin^2(my/2)\bigr),`}
        and that is small where such records are. By the same, with ${tex`e`} records expected behind an observation at most, the logarithm of the
        density of the loss bends by ${tex`m^2(se+e+e^2)-1`} at most, so that the staircase above is as fine as for one
        record. Both hypotheses are mirror images: the second direction needs no line.
      </p>
      <p>
        The ratio of a group is
        ${tex` w(z)=\sum_j\tbinom kj q^j(1-q)^{k-j}e^{jmz-j^2m^2/2},`}
        whose terms have a concave logarithm in ${tex`j`}. Up to an observation ${tex`z`} so many records ${tex`J`} are seen that more of them, each
        times its number, are less than ${tex`10^{-20}`} of a single one: as ${tex`\lvert\sin j\theta\rvert\le j\sin\theta`}, they do not turn
        ${tex`w`} back, which is analytic up to a height of ${tex`\pi/(Jm)`} there, not of ${tex`\pi/(km)`} only. A group of fewer records has less
        of everything: where a hundred leave no affinity in numbers, a quarter of them say what is found at least.
      </p>
      <h3>Method G: a grid from both sides</h3>
      <p>
        A second program, which shares only the checked settings. The loss of a step is put on a grid twice. Above: each
        loss is split between its two neighbours so that both masses stay, which replaces the curve by its chords
        (Doroshenko et al. 2022). Below: the curve is lowered at each knot by the largest gap between chord and curve beside
        it, so that its chords lie under the true curve; as far as we know no other accountant has this side at the same
        order. More records of a group than are ever likely to be drawn count below as so many as are, since the loss grows with the
        observation, and above as an infinite loss. The grid is anchored where sampling puts an atom-like spike, at the lowest loss.
      </p>
      <p>
        Both pairs are composed by fast Fourier transform, with bounds for what wraps around and for rounding. Upper and
        lower curve differ by ${tex`O(h^2)`} in the grid's step ${tex`h`}: half the step, a quarter of the width. It serves
        where Method F would need too many frequencies, at little noise and few steps, and gives F the law of one epoch whose batches
        are bins; everywhere else it checks F: the two intervals must overlap.
      </p>
      <p>
        The ratio of an epoch of ${tex`J`} bins is a sum ${tex`S=\sum_i Y_i`}, ${tex`Y_i=e^{mz_i-m^2/2}/J`}. Its masses at knots,
        ${tex`c_k=\mathbb{E}\,[(1-\lvert S-x_k\rvert/h)_+]`}, are one inverse transform of ${tex`\varphi^J`} with the square of a sine
        quotient. An error ${tex`D`} that all of them share is relative to their largest, so each sheet of knots is laid under a tilt
        of its own, ${tex`e^{\theta S}`}, where the law is to be known: without the tilt its error is
        ${tex`D\,e^{\ln\mathbb{E}e^{\theta S}-\theta x}`}, and each knot comes from the sheet with the least. No ${tex`\theta>0`} has a
        moment, so that summands larger than any that a sheet's sums can hold are tapered by a complementary error function;
        ${tex`\varphi`} is integrated on panels with the certificate above, and frequencies end where a turned line bounds
        ${tex`\lvert\varphi\rvert^J`} by 10⁻²⁰. Far out, one summand is larger than some ${tex`t`} and the others are not:
        ${tex`J\,\mathbb{E}f(x-S')`}, ${tex`f`} the density of one and ${tex`S'`} the sum of the others, as an interpolation at 32 of its
        values. What that leaves holds at most
        ${tex`J^2\,\Pr(Y>t)\,(\mathbb{E}[Y;Y>t]+\Pr(Y>t)/2)`} under “in” and Chernoff’s bounds of sums without a large summand and of large
        ${tex`S'`}; it is counted as missing.
      </p>
      <p>
        Where summands are heavy or few, each density is an integral of its own,
        ${tex`f(w)=\frac1{2\pi i}\int e^{sw}L(s)^J\,ds`} with ${tex`L(s)=\mathbb{E}\,e^{-sY}`}. The path comes from the left on a ray, meets the
        real axis at a saddle, and goes back on the mirror image. Where the saddle is negative, both sides of the axis between it and 0 belong to
        it, and what they differ by is all that large summands make, one or many:
      </p>
      ${tex` -\frac1\pi\int_0^{r_0}e^{-rw}\,\mathrm{Im}\,L(-r+i0)^J\,dr.`}
      <p>
        ${tex`L`} is integrated over a path of ${tex`z`} that follows the real axis up to the saddle of ${tex`e^{rY-z^2/2}`} and turns there, to where
        ${tex`e^{-sY}`} falls: all of its imaginary part is made beyond the saddle, so that tails keep their digits. Panels of ${tex`s`} have the
        certificate above: ${tex`\lvert L\rvert`} is at most a sum of exponentials of ${tex`s`}, so that the logarithm of the bound is convex, and
        on the rectangle around an ellipse it is largest at a corner. Beyond the end of the ray the line ${tex`z+i\alpha/m`} shows
        ${tex`\lvert L(s)\rvert\le e^{\alpha^2/(2m^2)}\,\mathbb{E}\,e^{-cY}`}, ${tex`c=\mathrm{Re}(se^{-i\alpha})`}. Of heavy summands the ray leans
        to the left by what that allows, so that ${tex`e^{sw}`} falls where ${tex`L`} hardly does. What lies beyond the last panel
        holds as much as Chernoff’s bound and one larger summand allow, anywhere.
      </p>
      <p>
        Between the knots a density ${tex`f`} is the sum over its frequencies, an entire function: with
        ${tex`D_j`} their moduli it is at most ${tex`\sum D_j e^{\lvert u_j b\rvert}`} at the height ${tex`b`}, so that panels carry a
        Gauss-Legendre rule with the certificate above. The curve of one epoch is ${tex`\int(w-e^{\varepsilon})_+f(w)\,dw`}: whole panels
        are summed once, and the one that the order lies in is integrated from there, with the bounds of the panel. No term is subtracted,
        so that tails keep their digits.
      </p>
      <p>
        Of several epochs Method F sums ${tex`M(s+iu)=\int w^{s+iu}f(w)\,dw`} to their number's power. The mean of the ${tex`z_i`} is a
        Gaussian part of the loss, ${tex`L=m\bar z+R`}, on which the rest does not depend, so that its density is analytic,
        ${tex`\lvert f_L(\ell+ia)\rvert\le e^{a^2/(2v)}f_L(\ell)`} with ${tex`v=m^2/J`}. Where the law is cut at losses
        ${tex`\ell_1`} and ${tex`\ell_2`}, the path that goes up to ${tex`a=uv`} between them and down again shows
      </p>
      ${tex` \lvert M(s+iu)\rvert\;\le\;e^{-u^2v/2}M(s)+\tfrac2u\bigl(e^{s\ell_1}f_L(\ell_1)+e^{s\ell_2}f_L(\ell_2)\bigr),`}
      <p>
        at all frequencies. Where one epoch with a large observation is as likely a reason as many small losses, no tilt sees both: the law of an
        epoch is parted at some ${tex`\ell_2`}, the epochs below have one line, and the event that some epoch lies above has another, of
        ${tex`M^E-(M-b)^E`} with ${tex`b`} the part above, each at its own tilt; either is cut at ${tex`\ell_2`}, where the density is known. Else the
        law is cut where in a margin beyond the last panel its density is at most what it is there on average;
        what lies farther out is added to the divergence, what is missing before it is an error of ${tex`M`}.
      </p>
      <p>
        Of two to four epochs a product is taken instead where such observations count: on a panel the polynomial through ${tex`f`} at the 20 nodes is off
        by at most ${tex`\tfrac{2M}{\rho-1}\rho^{-19}(1+\Lambda)`}, with ${tex`\Lambda\le 8`} the Lebesgue constant of the nodes, and with ${tex`h(k)`} the
        integrals of these polynomials from the right,
      </p>
      ${tex` H(\varepsilon)=\mathbb{E}\,(xy-e^{\varepsilon})_+=\int f(y)\,y\,h(e^{\varepsilon}/y)\,dy`}
      <p>
        is a sum over stretches on which both are one polynomial, by the rule and its certificate: Legendre’s polynomials are at most
        ${tex`\rho^k`} on an ellipse. All terms are positive, and what is missing of a law adds what it has under “in”, the other one’s mean being 1. A third
        epoch meets the density ${tex`f_2`} of two, by polynomials again. The loss of an epoch has a Gaussian summand of variance ${tex`m^2/J`}, so that the
        density ${tex`q`} of the loss of two is at most ${tex`e^{\varphi^2/(2V)}q(u)`} at ${tex`u+i\varphi`}, ${tex`V=2m^2/J`}, and on the real line
        ${tex`q(u)\le e^{-su}\,\mathbb{E}[x^s]\,\sup_y y^{s+1}f(y)`} for each ${tex`s`}. What is missing beyond ${tex`w_0`}, of mass ${tex`\mu`} under “in”, adds at most
        ${tex`\tfrac{2}{z\sqrt{\pi V}}\min\bigl(\tfrac{\mu}{w_0},\tfrac{\mu}{z}\bigr)`} at ${tex`z`}, as both laws of the loss have that Gaussian in them.
      </p>
      <p>
        Where bins are many that Gaussian is too narrow to say how smooth ${tex`f_2`} is, and the polynomials of both laws say it. Around a ratio it is a sum of
      </p>
      ${tex` F_{ij}(x)=\int f_i(y)\,f_j(x/y)\,\frac{dy}{y}`}
      <p>
        between ends ${tex`e_i`} of panels of one law, which stay, and ends ${tex`x/e_j`} by those of the other, which move. With polynomials that go on beyond their
        panels the sum is analytic, and on an ellipse at most what ${tex`\rho^k`} for each makes of it. Where a moving end has passed one that stays, it is
      </p>
      ${tex` \int(f_i-f_{i+1})(y)\,(f_j-f_{j+1})(x/y)\,\frac{dy}{y}`}
      <p>away from the density between both: next to nothing, as neighbours meet, and it is counted as an error.</p>
      <h3>Attributes: over all gradients</h3>
      <p>
        With one value of an attribute a step shows ${tex`(1-q)\,N(0)+q\,N(u)`}, with the other ${tex`(1-q)\,N(0)+q\,N(v)`}, where
        ${tex`\lvert u\rvert,\lvert v\rvert\le m`} and ${tex`\lvert u-v\rvert\le r`}, and both may depend on what was seen before. Let
        ${tex`O_t(x)`} be the least overlap ${tex`\int\min(P,xQ)`} of the steps from ${tex`t`} on. What was seen only moves the order, so
        ${tex`O_t(x)=\min_{u,v}\mathbb{E}_P\,O_{t+1}(x\,e^{-L})`}, from ${tex`\min(1,x)`} after the last step.
      </p>
      <p>
        A pair lies below another if its Gram matrix does: a linear map that lengthens nothing, and noise for what it shrinks,
        turn one into the other. By that, some ten pairs between one ray (${tex`\lvert u\rvert=m`}, ${tex`\lvert v\rvert=m-r`}) and one length
        (${tex`\lvert u\rvert=\lvert v\rvert=m`}) stand for all; each is a lattice of losses, moved up in convex order, and a step is a Fourier
        transform of ${tex`e^{-\varepsilon/2}O(e^{\varepsilon})`}. Thousands of steps are blocks: the curve of a block dominates each block.
      </p>
      <p>
        The worst gradients exchange their order with the sign of the likelihood so far, since their loss is skew. What that
        attains is the other end: the total variation of a sum of whole-valued scores, by its Markov chain. At noise 1, rate 0.01,
        1,000 steps and R = 0.3 the ends are 0.0719 and 0.0727; gradients that never exchange it attain 0.0683.
      </p>
      <h3>Closed forms and coarse bounds</h3>
      <p>
        Where the noise is small, a drawn record stands out. If ${tex`S`} is the set of steps that drew it, the loss is at least
        ${tex`\lvert S\rvert\ln q+(T-\lvert S\rvert)\ln(1-q)+\sum_S x`} with ${tex`x=mz-m^2/2`}, and more than that by some
        ${tex`U\ge 0`}. So the curve is a sum of Gaussian ones over the number of draws,
      </p>
      ${tex` \sum_k B(k)\,H_k(\varepsilon)\;\le\;H(\varepsilon)\;\le\;\sum_k B(k)\,H_k(\varepsilon)+\mathbb{E}\,[\min(1,U)],`}
      <p>
        with binomial weights ${tex`B`} and ${tex`H_k`} of ${tex`\mu=m\sqrt k`} at the order
        ${tex`\varepsilon-k\ln q-(T-k)\ln(1-q)`}. The last term has a closed form too. A step of a group draws ${tex`j`} of its records with
        the binomial probability ${tex`w_j`}, so that the sum is over how many steps draw how many, with
        ${tex`\mu=m\sqrt{\sum j^2}`} and ${tex`\ln w_j`} for ${tex`\ln q`}; of each two numbers of draws what both laws share bounds
        the last term by
        ${tex` 2T\sum_{i<j}\int\min\bigl(w_i\,dN(im),w_j\,dN(jm)\bigr).`}
        In a schedule the sum is over how often each phase draws the record, ${tex`\mu^2`} is the sum of theirs, and the last term is at most theirs.
      </p>
      <p>
        In epochs of ${tex`J`} bins under small noise the record’s own observation ${tex`a=e^{mz-m^2/2}/J`} stands out among those of its epoch, whose
        ratio is ${tex`a+R`}. Under “in” ${tex`R\ge 0`} is independent of ${tex`a`}, so that one epoch has a curve of Gaussians,
      </p>
      ${tex` H_m(\varepsilon+\ln J)\;\le\;H(\varepsilon)\;\le\;\mathbb{E}_R\,H_m\bigl(\ln(e^{\varepsilon}-R)_++\ln J\bigr),`}
      <p>
        as ${tex`\min(1,\tfrac{k}{a+r})\ge\min(1,\tfrac{(k-r)_+}{a})`}. The right side grows with ${tex`R`}, which is cut in parts: one summand exceeds
        ${tex`r/k`}, or those that do not exceed ${tex`r`} together with probability ${tex`(e\,v/r)^k`} at most, ${tex`v`} their mean (Bennett’s
        inequality). Of ${tex`E`} epochs the left side is ${tex`H_{m\sqrt E}(\varepsilon+E\ln J)`}. Where no ${tex`R`} exceeds ${tex`r`}, ${tex`\ln(a+R)`} is at most
        ${tex`\ln\max(a,A)+r/A`}, and the right side is a sum over how many are below ${tex`A`}, with ${tex`p=\Pr(a<A)`}:
      </p>
      ${tex` \sum_j\tbinom Ej p^j\,H_{m\sqrt{E-j}}\bigl(\varepsilon+(E-j)\ln J-j\ln A-\tfrac{Er}{A}\bigr).`}
      <p>
        The other direction is at most ${tex`Q(L<-\varepsilon)`}: each ratio is at least its largest summand, whose moments ${tex`\mathbb{E}\,e^{-tZ}`} are sums over
        stretches of ${tex`Z`}, and at least the geometric mean of its summands times ${tex`J`}, which is lognormal.
      </p>
      <p>
        Under large noise the mean of the observations of an epoch, which a record shifts by the same in whichever bin it is, carries nearly all: it is a
        Gaussian mechanism of ${tex`\mu^2=m^2/J`}, and independent of what the observations are beside it. With ${tex`y`} the ratio of the latter in all
        ${tex`E`} epochs, ${tex`\mathbb{E}\,y=1`}, the curve is ${tex`\mathbb{E}\,c(y)`} with ${tex`c(y)=\mathbb{E}_G(ye^G-e^\varepsilon)_+`} convex, and a lognormal
        ${tex`\tilde y`} of the same variance makes that of a Gaussian, of ${tex`\mu'^2=E\ln(1+(e^{m^2}-1)/J)`}. So ${tex`H\ge H_\mu`}, and
      </p>
      ${tex` H=H_{\mu'}+\tfrac{D}{6}\,c'''(1)+R,\qquad\lvert R\rvert\le\tfrac1{24}\sup\lvert c''''\rvert\,\bigl(\mathbb{E}(y-1)^4+\mathbb{E}(\tilde y-1)^4\bigr)+\dots`}
      <p>
        with ${tex`D`} the difference of the third moments. ${tex`\mathbb{E}\,y^j`} is the mean over ${tex`j`} independent places of the record of the product of
        ${tex`e^{m^2([a=b]-1/J)}`} over all pairs; multiplied out, trees are the same for both laws, and cycles have a closed form. Where ${tex`y`} is far from 1, the
        norms of its parts in Wiener’s chaos bound what the series leaves (Nelson’s hypercontractivity):
        ${tex`\lVert y-1\rVert_p^2\le\tfrac{r^2}{1-r}\bigl(e^{E\theta}-1\bigr)`}, ${tex`\theta=\ln\bigl(1+\tfrac{e^{\lambda m^2}-1}J\bigr)-\tfrac{\lambda m^2}J`},
        ${tex`\lambda=(p-1)/r`}.
      </p>
      <p>
        Many epochs of light observations have lines of their own. A power of the ratio of one is
        ${tex`\mathbb{E}\,w^z=e^{z(z-1)m^2/2J}\,\mathbb{E}\,y^z`}, and with ${tex`d=y-1`} only the moments of ${tex`d`} matter: four places with those up to the
        sixth stand for ${tex`y`}, and Taylor’s remainder bounds what the powers are apart by
        ${tex`\tfrac1{5040}\prod_{k=0}^{6}\lvert z-k\rvert\;\mathbb{E}\,\lvert d\rvert^7\max(1,y^{\operatorname{Re}z-7})`} of both laws, the norms of ${tex`d`} as above and
        ${tex`y\ge e^{-m^2/2}`}, as the logarithms of its summands have that mean at least. ${tex`\mathbb{E}\,d^k`} is the sum of ${tex`\mathbb{E}\prod f`} over all graphs on
        ${tex`k`} independent places that leave none alone, ${tex`f=e^{m^2([a=b]-1/J)}-1`}. With ${tex`f=\beta+h`}, ${tex`\mathbb{E}\,h=0`}, a graph of ${tex`h`} with a bridge
        has the mean 0, since what lies beyond it may be relabelled: graphs without bridges are left, times ${tex`\beta`} for each further edge, and nothing cancels. So the error of
        an epoch, which all of them multiply, is far below that of a density that is found as a sum of frequencies.
      </p>
      <p>
        Of two bins ${tex`y=e^{-m^2/4}\cosh(kh)`}, ${tex`k=m/\sqrt2`} and ${tex`h`} normal: on a strip of half width ${tex`a<\pi/(2k)`} without zeros the
        trapezoidal rule of step ${tex`d`} has its powers at ${tex`z=s+iu`} up to
      </p>
      ${tex` 2\,e^{a^2/2+\lvert u\rvert ka}\cos(ka)^{\min(s,0)}\,\mathbb{E}\,y^s/(e^{2\pi a/d}-1).`}
      <p>
        A draw under Laplace noise shows ${tex`m`}, or with probability 1/2 less by twice an exponential variable, so that ${tex`k`} of them
        exceed ${tex`\varepsilon`} by a sum of these: with ${tex`g=(km-\varepsilon)/2`}, ${tex`N`} a Poisson variable of mean ${tex`g`} and
        ${tex`B`} binomial of ${tex`k`} and 1/2,
      </p>
      ${tex` H_k(\varepsilon)\;=\;2\,\mathbb{E}\,W(N-1),\qquad W(n)=\Pr(B\le n,\;B\equiv n\bmod 2),`}
      <p>
        since ${tex`\int_0^g\tfrac{(g-h)^{j-1}}{(j-1)!}\sinh h\,dh=\sum_i\tfrac{g^{j+1+2i}}{(j+1+2i)!}`}. No loss is below ${tex`-m`}, which
        the exponential forgets with probability ${tex`e^{-m}/2`} a draw; that is added to the last term.
      </p>
      <p>
        Of larger Laplace noise a step shows the least loss ${tex`\ell_0`} or the largest ${tex`\ell_1`} with probabilities that no frequency
        makes vanish, and with probability ${tex`c=(1-e^{-m})/2`} one between, ${tex`\ell_0+s\lambda`}, ${tex`\lambda=\ell_1-\ell_0`}. Where
        few do, the curve is a sum over their number ${tex`j`} and that of the others at ${tex`\ell_1`}, with
        ${tex`x=(\varepsilon-T\ell_0)/\lambda`},
      </p>
      ${tex` H(\varepsilon)\;=\;e^{\varepsilon}\sum_j B(j)\sum_i b_j(i)\,K_j(i-x),\quad K_j(y)=\mathbb{E}\bigl(e^{\lambda(y+s_1+\dots+s_j)}-1\bigr)_+,`}
      <p>
        and binomial weights. From ${tex`y=0`} on ${tex`K_j=e^{\lambda y-j\ell_0}-1`}, as ${tex`\mathbb{E}\,e^{\ell}=1`} between the atoms, too,
        and the sum over ${tex`i`} has a recursion in ${tex`j`} without a difference. Below, ${tex`K_{j+1}(y)=\int\psi(s)\,K_j(y+s)\,ds`} is analytic
        on pieces of a unit or less, and known by its values at 24 Chebyshev points: their interpolant is off by at most
        ${tex`4M\rho^{-23}/(\rho-1)`} with ${tex`M`} the largest ${tex`\psi`} on an ellipse ${tex`\rho`} times ${tex`\sum\lvert c_k\rvert\rho^k`}
        of the coefficients before, and what those are off by is passed on no larger than it is. All terms are positive, so that a divergence
        has its digits however small it is.
      </p>
      <p>
        The curve of two steps is that of one, averaged over the other,
        ${tex`H(\varepsilon)=\mathbb{E}_{\text{in}}\,[h(\varepsilon-L_1)]`}, and ${tex`h`} is convex in ${tex`e^{\varepsilon}`}. In a
        cell of the first observation with the masses ${tex`P`} and ${tex`Q`}, the mean is at least
        ${tex`P\,h(\varepsilon+\ln(Q/P))`} (Jensen's inequality) and at most the chord of ${tex`h`} there. Cells are split where the
        two differ most; no term is subtracted, so that tails keep all their digits. Where the second place
        ${tex`a=\tfrac{m}{2}+\tfrac1m\ln\tfrac{v}{q}`}, ${tex`v=e^\varepsilon/w-(1-q)`}, is analytic on an ellipse around a cell, the
        Gauss-Legendre rule above leaves less: a normal tail at ${tex`a+ib`} is at most ${tex`e^{b^2/2}`} times that at
        ${tex`a`}, and ${tex`b`} is at most the turn of ${tex`v`} over ${tex`m`}. From below a rate of true positives is also
        that of the attacker who tests each step alone, at ${tex`1-\sqrt{1-\text{FPR}}`} false positives each: the best, where a
        drawn record stands out.
      </p>
      <p>
        The symmetrised rate is the lowest line ${tex`\max(H,H^{\text{rev}})(\varepsilon)+\text{FPR}\,e^{\varepsilon}`}, and at least
        what the first game attains. Where ${tex`H`} has a lower line than at order 0 at some order below it, and
        ${tex`H^{\text{rev}}`} at some order above, both being convex in ${tex`e^{\varepsilon}`}, the larger one is lowest at 0, where
        the rate is the advantage and FPR together.
      </p>
      <p>
        The GDP ${tex`\mu`} of a range of rates is the largest ${tex`\Phi^{-1}(\mathrm{TPR})-\Phi^{-1}(\mathrm{FPR})`} in it. The curve stays
        below each line ${tex`H(\varepsilon)+\mathrm{FPR}\,e^{\varepsilon}`}, and where two of their lower envelope cross, or at an end of the
        range, is the most that they allow. Between orders at which it is known ${tex`H`}, convex in ${tex`x=e^{\varepsilon}`}, lies above the
        lines through any two of them on the same side; the least of these with ${tex`\mathrm{FPR}\,x`} bounds TPR from below. Tangents
        ${tex`d`} standard deviations apart exceed the curve of a Gaussian by ${tex`\mu d^2/8`}: orders are bisected where the distance is
        largest, and all of them where it hardly depends on the rate. At negative orders both laws change places, so that what is missed at
        rates near 1 is known relatively, too.
      </p>
      <p>
        Of laws that hardly overlap, almost everything is said by their affinities. The power of a sum is at most the sum of the
        powers, so that for ${tex`0<s<1`}
      </p>
      ${tex` \int\min(P,e^{\varepsilon}Q)\;\le\;e^{(1-s)\varepsilon}\Bigl((1-q)^s+q^s e^{-s(1-s)m^2/2}\Bigr)^T,`}
      <p>
        and the same bounds the probability under “in” of a loss of at most ${tex`\varepsilon`}: with
        ${tex`\varepsilon=-\ln\mathrm{FPR}`} it is what an attacker misses at most. The least over many ${tex`s`} holds
        without any quadrature, also where the noise is too small for one. Epsilon has lines of its own there.
      </p>
      <p>
        One step, and training without sampling, have closed forms; only rounding is left, and it is counted. In one step the loss grows
        with the observation, and at the place ${tex`z`} where it crosses ${tex`\varepsilon`} a group of ${tex`k`} has
        ${tex` H=\sum_{j=1}^k\tbinom kj q^j(1-q)^{k-j}A_j,\qquad A_j=\Phi(jm-z)-e^{jmz-j^2m^2/2}\,\Phi(-z)\ge 0,`}
        and a replaced record
        ${tex` H=q\,(A_1+e^{\varepsilon}B),\qquad B=e^{-mz-m^2/2}\,\Phi(-z)-\Phi(-z-m)\ge 0.`}
        No term of order 1 is left, however small ${tex`q`} is. That ${tex`z`} is a number only
        moves the order by the rounding of the loss. Where neither
        method can resolve a curve in reasonable time, bounds remain that need no law at all: the chi-square divergence, the
        affinity of the two laws, the chance that the record is never taken; and from below the attacker who counts the
        observations above a threshold, whose two rates are binomial tails. They hold everywhere and are tight hardly
        anywhere. The interval is then wide, and a warning says why. ${to(link, "kinds", "Kinds of numbers")} says how each is marked.
      </p>`,
  );
