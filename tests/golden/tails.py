"""Golden tails, sharing nothing with the crate: `python tests/golden/tails.py > tests/golden/tails.json`, 10 minutes.

Long runs: contour integrals of Psi(s) = E_Q[w^s]^T at Re s near the saddle. Two and three steps: nested integration
of the closed one-step form. Every figure is computed twice, on another line and with other steps, or on other panels,
and the two may differ by ACCURACY. Needs mpmath and NumPy; NumPy only chooses orders and steps, and holds integers.
"""

import json
import sys

import numpy
from mpmath import mp, mpf

mp.dps = 40
ACCURACY = 1e-15
BITS = 150
NEGLECTED = 50  # minus the natural logarithm of what windows and sums leave out, relative to the result


# A step is the log density of Q and the log likelihood ratio at z = observation / sigma; n is mpmath or numpy.
def normal(n, z):
    return -z * z / 2 - n.log(2 * n.pi) / 2


def mixture(n, z, q, m, group_size=1):
    terms = [(1 - q) ** group_size + 0 * z]
    for j in range(1, group_size + 1):
        share = int(mp.binomial(group_size, j)) * q**j * (1 - q) ** (group_size - j)
        terms.append(share * n.exp(j * m * z - (j * m) ** 2 / 2))
    return normal(n, z), n.log(sum(terms))


def substitution(n, z, q, m):
    p_ratio, q_ratio = (mixture(n, z, q, shift)[1] for shift in (m, -m))
    return normal(n, z) + q_ratio, p_ratio - q_ratio


class LongRun:
    """A schedule on lines Re s > 1 (upper tail) and Re s < 0 (lower tail)."""

    def __init__(self, phases, pair="mixture", group_size=1):
        self.phases, self.pair, self.group_size = phases, pair, group_size
        self.reach = 2 if pair == "substitution" else group_size  # the phase of w grows by at most reach * m * Im z

    def step(self, n, z, sigma, q):
        m = 1 / n.mpf(sigma) if n is mp else 1 / sigma
        q = n.mpf(q) if n is mp else q
        return substitution(n, z, q, m) if self.pair == "substitution" else mixture(n, z, q, m, self.group_size)

    def range(self, sigma, s):
        shift = self.group_size * abs(s) / sigma
        return -14 - (shift if self.pair == "substitution" else 0), 14 + shift

    def log_psi(self, s, t=0.0):
        """ln |Psi(s + it)|, K'(s) and K''(s) in double precision."""
        log, first, second = 0.0, 0.0, 0.0
        for sigma, q, count in self.phases:
            z = numpy.linspace(*self.range(sigma, s), 20001)
            density, loss = self.step(numpy, z, sigma, q)
            exponent = density + s * loss
            top = exponent.max()
            weight = numpy.exp(exponent - top)
            total = weight.sum()
            mean = weight @ loss / total
            log += count * (top + numpy.log(abs(weight @ numpy.exp(1j * t * loss)) * (z[1] - z[0])))
            first += count * mean
            second += count * (weight @ (loss - mean) ** 2 / total)
        return log, first, second

    def size(self, s, kind):
        """Saddle-point estimate of ln fpr, ln H or ln Hrev at the order whose saddle is s."""
        log, first, second = self.log_psi(s)
        scale = {"fpr": s, "hockey_stick": s * (s - 1), "reverse": s * (s - 1)}[kind]
        exponent = s - 1 if kind == "hockey_stick" else s
        return log - exponent * first - numpy.log(scale * numpy.sqrt(2 * numpy.pi * second))

    def saddle(self, target, kind):
        near, far = (-0.05, -2000.0) if kind == "reverse" else (1.05, 2000.0)
        for _ in range(60):
            middle = numpy.sign(far) * numpy.sqrt(near * far)
            with numpy.errstate(all="ignore"):
                small = not self.size(middle, kind) > numpy.log(target)
            near, far = (near, middle) if small else (middle, far)
        s = round(float(near), 6)
        return s, float(self.log_psi(s)[1])

    def line(self, s, epsilon, finer):
        """Psi(s + i k h) for k = 0, 1, ... down to e^-NEGLECTED of the first, and h."""
        log = self.log_psi(s)[0]
        tilts = numpy.sign(s) * numpy.geomspace(1e-3, 1e2, 60)
        with numpy.errstate(all="ignore"):
            bounds = [(self.log_psi(s + a)[0] - log + NEGLECTED) / abs(a) - numpy.sign(s) * epsilon for a in tilts]
        h = 2 * numpy.pi / max(numpy.nanmin(bounds), (NEGLECTED + 35) / min(abs(s), abs(s - 1))) / finer
        last = h
        while self.log_psi(s, last)[0] - log > -NEGLECTED:
            last *= 1.1
        return mpf(h), self.transform(s, h, int(last / h) + 1, finer)

    def transform(self, s, h, count, finer):
        psi = [mp.one] * count
        for sigma, q, steps in self.phases:
            width = min(sigma * numpy.pi / 2 / self.reach, 6)
            cost = NEGLECTED + numpy.log(steps) + width**2 / 2 + count * h * self.reach * width / sigma
            k = mpf(2 * numpy.pi * width / cost / finer)
            low, high = self.range(sigma, s)
            densities = [self.step(mp, (j + mpf(finer)) * k, sigma, q) for j in range(int(low / k), int(high / k))]
            terms = [k * mp.exp(density + s * loss) for density, loss in densities]
            psi = [total * power**steps for total, power in zip(psi, self.rotations(terms, densities, h))]
        return psi

    def rotations(self, terms, densities, h):
        """sum_j terms_j e^(i k h loss_j) for k = 0, 1, ...; in integers, ten times as fast as in mpmath's numbers."""
        unit, largest = mp.ldexp(1, BITS), max(terms)
        turns = [h * loss for _, loss in densities]
        columns = [[term / largest for term in terms], map(mp.cos, turns), map(mp.sin, turns)]
        real, cosine, sine = (numpy.array([int(value * unit) for value in column], object) for column in columns)
        imaginary = 0 * real
        while True:
            yield mp.mpc(int(real.sum()), int(imaginary.sum())) * largest / unit
            real, imaginary = (real * cosine - imaginary * sine) >> BITS, (real * sine + imaginary * cosine) >> BITS

    def figures(self, s, epsilon, h, psi):
        """On Re s > 1: fpr, tpr, H(epsilon). On Re s < 0: Hrev(-epsilon) in the last place."""
        sums, epsilon = [mpf(0)] * 3, mpf(epsilon)
        up = mp.one if s < 0 else mp.exp(epsilon)
        for k, value in enumerate(psi):
            at = mp.mpc(s, k * h)
            value *= mp.exp(-at * epsilon) * (1 if k == 0 else 2)
            for i, kernel in enumerate((1 / at, up / (at - 1), up / (at * (at - 1)))):
                sums[i] += (value * kernel).real
        return [total * h / (2 * mp.pi) for total in sums]

    def order(self, target, kind):
        """A line, and the order of three decimals at which the figure is about `target`."""
        s, epsilon = self.saddle(target, kind)
        h, psi = self.line(s, epsilon, 1)
        at = s + 1j * float(h) * numpy.arange(len(psi))
        kernel = numpy.array(psi, complex) / (at if kind == "fpr" else at * (at - 1))
        shift = 1 if kind == "hockey_stick" else 0
        near, far = epsilon / 2, 2 * epsilon
        for _ in range(40):
            middle = (near + far) / 2
            terms = (kernel * numpy.exp((shift - at) * middle)).real
            small = (2 * terms.sum() - terms[0]) * float(h) / (2 * numpy.pi) < target
            near, far = (near, middle) if small else (middle, far)
        return s, round(near, 3), (h, psi)

    def checked(self, s, epsilon, line):
        pole = 0 if s < 0 else 1
        other = pole + 0.93 * (s - pole)
        return agreed(self.figures(s, epsilon, *line), self.figures(other, epsilon, *self.line(other, epsilon, 1.21)))

    def entry(self):
        upper, lower = [], []
        for kind, target in UPPER:
            s, epsilon, line = self.order(target, kind)
            upper.append(row(epsilon, self.checked(s, epsilon, line)))
        for target in LOWER:
            s, epsilon, line = self.order(target, "reverse")
            lower.append({"epsilon": -epsilon, "reverse_hockey_stick": float(self.checked(s, epsilon, line)[2])})
        upper.sort(key=lambda figures: figures["epsilon"])
        return {"upper": upper, "lower": lower, "advantage": float(self.checked(2.0, 0.0, self.line(2.0, 0.0, 1))[2])}


class FewSteps:
    """One mechanism a few times: fpr_T(eps) = E_Q[fpr_(T-1)(eps - L)] and tpr_T(eps) = E_P[tpr_(T-1)(eps - L)].

    Both are integrated at once, as fpr + i tpr.
    """

    def __init__(self, sigma, q, count, pair="mixture"):
        self.m, self.q, self.count, self.pair = 1 / mpf(sigma), mpf(q), count, pair

    def above(self, z):
        out, right, left = (mp.ncdf(shift - z) for shift in (0, self.m, -self.m))
        keep = (1 - self.q) * out
        return mp.mpc(keep + self.q * left if self.pair == "substitution" else out, keep + self.q * right)

    def at(self, loss):
        """Where the log likelihood ratio is `loss`; None below its range."""
        if self.pair == "substitution":
            return (mp.asinh(mp.exp(self.m**2 / 2) * (1 - self.q) / self.q * mp.sinh(loss / 2)) + loss / 2) / self.m
        ratio = 1 + mp.expm1(loss) / self.q
        return (mp.log(ratio) + self.m**2 / 2) / self.m if ratio > 0 else None

    def tail(self, epsilon, steps, panel):
        if steps == 1:
            z = self.at(epsilon)
            return mp.mpc(1, 1) if z is None else self.above(z)
        low, high, beyond = -13 - self.m, 13 + self.m, mp.zero
        if self.pair == "mixture":
            kink = self.at(epsilon - (steps - 1) * mp.log(1 - self.q))  # above it the other steps change no verdict
            if kink is None or kink < low:
                return mp.mpc(1, 1)
            if kink < high:
                high, beyond = kink, self.above(kink)
        step = mixture if self.pair == "mixture" else substitution

        def integrand(z):
            density, loss = step(mp, z, self.q, self.m)
            return weighed(density, loss, self.tail(epsilon - loss, steps - 1, panel))

        return beyond + mp.quad(integrand, mp.linspace(low, high, int((high - low) / panel) + 2))

    def figures(self, epsilon, panel):
        epsilon = mpf(epsilon)
        rates = self.tail(epsilon, self.count, panel)
        return [rates.real, rates.imag, rates.imag - mp.exp(epsilon) * rates.real]

    def entry(self, epsilon):
        panels, digits = ((4, 3), 30) if self.count == 2 else ((10, 8), 18)
        with mp.workdps(digits):
            upper, zero = (agreed(*(self.figures(at, panel) for panel in panels)) for at in (epsilon, 0))
        return {"upper": [row(epsilon, upper)], "lower": [], "advantage": float(zero[2])}


class TwoLaplace(FewSteps):
    """Scale 1, shift 1: the ratio is constant left of 0 and right of 1, so two atoms and an interval."""

    def __init__(self, q):
        self.q, self.count = mpf(q), 2
        self.low, self.high = (mp.log1p(self.q * mp.expm1(side)) for side in (-1, 1))

    def at(self, loss):
        return (1 + mp.log1p(mp.expm1(loss) / self.q)) / 2

    def above(self, loss):
        if not self.low <= loss < self.high:
            return mp.mpc(1, 1) if loss < self.low else mp.zero
        x = self.at(loss)
        return mp.mpc(mp.exp(-x) / 2, (1 - self.q) * mp.exp(-x) / 2 + self.q * (1 - mp.exp(x - 1) / 2))

    def tail(self, epsilon, steps, panel):
        def part(density, loss):
            return weighed(density, loss, self.above(epsilon - loss)) / 2

        def integrand(x):
            return part(-x, mp.log1p(self.q * mp.expm1(2 * x - 1)))

        kinks = [self.at(epsilon - end) for end in (self.low, self.high) if self.low < epsilon - end < self.high]
        inside = mp.quad(integrand, sorted([0, mpf(panel) / 10, 1, *kinks]))
        return part(0, self.low) + inside + part(-1, self.high)


def weighed(density, loss, rates):
    return mp.mpc(mp.exp(density) * rates.real, mp.exp(density + loss) * rates.imag)


def agreed(first, second):
    gaps = [abs(a / b - 1) for a, b in zip(first, second)]
    assert max(gaps) < ACCURACY, gaps
    print(f"  {mp.nstr(first[2], 17)}: both ways agree to {mp.nstr(max(gaps), 2)}", file=sys.stderr)
    return first


def row(epsilon, figures):
    return {"epsilon": epsilon} | dict(zip(("fpr", "tpr", "hockey_stick"), map(float, figures)))


UPPER = [("fpr", 1e-6), ("fpr", 1e-8), ("fpr", 1e-10), ("fpr", 1.05e-12), ("hockey_stick", 1e-10), ("hockey_stick", 1e-15)]
LOWER = [1e-6, 1e-10, 1e-15]
LONG_RUNS = [
    ([(1, 0.01, 1000)],),
    ([(0.5, 0.002, 10000)],),
    ([(5, 0.001, 1000000)],),
    ([(2, 0.02, 2500)],),
    ([(1.1, 256 / 60000, 3516)],),
    ([(1, 1e-4, 1000000)],),
    ([(1, 0.01, 1000)], "substitution"),
    ([(2, 0.02, 2500)], "substitution"),
    ([(1, 0.01, 500), (2, 0.02, 500), (0.7, 0.002, 3000)],),
    ([(2, 0.01, 1000)], "mixture", 3),
]
# The last number is the order of the row in the upper tail.
FEW_STEPS = [
    ((1, 0.01, 2), "mixture", 0.4),
    ((0.3, 0.1, 2), "mixture", 23.0),
    ((0.5, 1e-4, 2), "mixture", 0.08),
    ((3, 0.2, 2), "mixture", 0.57),
    ((1, 0.1, 2), "substitution", 2.5),
    ((1, 0.05, 3), "mixture", 1.5),
]


def entries():
    for phases, *rest in LONG_RUNS:
        run = LongRun(phases, *rest)
        named = "group" if run.group_size > 1 else run.pair
        yield described(named, run.phases, run.group_size), run.entry
    for step, pair, epsilon in FEW_STEPS:
        yield described(pair, [step]), lambda: FewSteps(*step, pair).entry(epsilon)
    yield described("laplace", [(1, 0.1, 2)]), lambda: TwoLaplace(0.1).entry(0.317)


def described(pair, phases, group_size=1):
    name = f"{pair} " + ", ".join(f"({sigma:.6g}, {q:.6g}, {count})" for sigma, q, count in phases)
    return {"name": name, "pair": pair} | ({"group_size": group_size} if group_size > 1 else {}) | {"phases": phases}


def main():
    done = []
    for about, figures in entries():
        print(about["name"], file=sys.stderr)
        done.append(about | figures())
    source = "tails.py: contour integrals on two lines (long runs), nested integration (few steps), 18 to 40 digits."
    json.dump({"source": source, "accuracy": ACCURACY, "entries": done}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
