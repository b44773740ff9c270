"""300 hard settings by a third route: `python tests/golden/hard_settings.py > tests/golden/hard_settings.json`, an hour.

A setting is hard if its characteristic function falls below 1e-16 of its value at 0 only after 300 frequencies, as where the record
is rarely drawn. Advantage, divergence at an order with the rates of its threshold, each by Psi(s) = E_Q[w^s]^T on a line right of 1 or between 0 and 1,
in balls of 160 bits that carry their rounding; windows and numbers of nodes are chosen so that both leave out less than 1e-19. Each
value is found twice, on another line with other steps, and the two may differ by ACCURACY. Needs python-flint and NumPy; NumPy only
chooses lines and steps. Nothing is shared with the crate.
"""

import json
import random
import sys

import numpy
from flint import acb, acb_mat, arb, ctx

ctx.prec = 160
ACCURACY = 1e-15
NEGLECTED = 46  # minus the natural logarithm of what windows and sums leave out, relative to the result
FEWEST_FREQUENCIES = 300
MOST_PRODUCTS = 2e7
SETTINGS = 300


class Run:
    def __init__(self, noise, rate, steps):
        self.noise, self.rate, self.steps = noise, rate, steps

    def moments(self, c, t=0.0):
        """ln |Psi(c + it)|, and at t = 0 its first two derivatives in c, in double precision."""
        m, q = 1 / self.noise, self.rate
        z = numpy.linspace(-12.0, c * m + 12.0, 3001)
        loss = numpy.log1p(q * numpy.expm1(numpy.minimum(m * z - m * m / 2, 600.0)))
        exponent = -z * z / 2 + c * loss
        top = exponent.max()
        weight = numpy.exp(exponent - top)
        total = weight.sum()
        mean = weight @ loss / total
        spread = weight @ (loss - mean) ** 2 / total
        size = abs(weight @ numpy.exp(1j * t * loss)) / total
        log = top + numpy.log(total * (z[1] - z[0]) / numpy.sqrt(2 * numpy.pi))
        return self.steps * (log + numpy.log(max(size, 1e-300))), self.steps * mean, self.steps * spread

    def saddle(self, epsilon):
        """The c right of 1 at which |Psi(c) e^((1-c) epsilon)/(c (c-1))| is least, and ln H there."""
        low, high = 1e-4, 1e4
        for _ in range(36):
            middle = numpy.sqrt(low * high)
            slope = self.moments(1 + middle)[1] - 1 / (1 + middle) - 1 / middle
            low, high = (middle, high) if slope < epsilon else (low, middle)
        c = 1 + low
        log, _, spread = self.moments(c)
        kernel = c * (c - 1)
        spread += 1 / c**2 + 1 / (c - 1) ** 2
        return c, log - (c - 1) * epsilon - numpy.log(kernel) - numpy.log(2 * numpy.pi * spread) / 2

    def order_of(self, log_delta):
        low, high = 0.0, 60.0
        for _ in range(16):
            middle = (low + high) / 2
            low, high = (middle, high) if self.saddle(middle)[1] > log_delta else (low, middle)
        return low

    def last_frequency(self, c, fall):
        """From where on |Psi(c + it)| stays below e^-fall of its value at 0."""
        level = self.moments(c)[0] - fall
        t, last = 0.25, 0.25
        while t < 3e4 and t < 3 * last:
            if self.moments(c, t)[0] > level:
                last = t
            t *= 1.04
        return 1.05 * last


def plan(run, c, epsilon, log_value, factor):
    """Spacing and number of frequencies, spacing of nodes; None where there would be too many."""
    m = 1 / run.noise
    if c < 1:
        # Overlaps are at most 1 and e^epsilon.
        window = (NEGLECTED - log_value) / min(c, 1 - c)
    else:
        # Below, divergences are at most 1; above, Chernoff's bound at a line farther right.
        lines = [1 + factor * (c - 1) for factor in (1.5, 2.0, 4.0, 8.0, 16.0)]
        needs = [(run.moments(line)[0] - (line - c) * epsilon - log_value + NEGLECTED) / (line - c) for line in lines]
        window = max((NEGLECTED - log_value) / (c - 1), min(needs), 1e-3)
    window *= factor
    spacing = 2 * numpy.pi / window
    log_size = run.moments(c)[0] - (c - 1) * epsilon
    last = run.last_frequency(c, NEGLECTED + max(log_size - log_value, 0.0))
    count = int(last / spacing) + 2
    digits = NEGLECTED + max(log_size - log_value, 0.0) + numpy.log(run.steps) + 4
    depth = min(numpy.pi / (2 * m), numpy.sqrt(2 * digits))
    node = 2 * numpy.pi / (last * m + depth / 2 + digits / depth) / factor
    low, high = -numpy.sqrt(2 * digits) - 1, c * m + numpy.sqrt(2 * digits) + 1
    nodes = int((high - low) / node) + 2
    return (spacing, count, low, node, nodes) if count * nodes < MOST_PRODUCTS else None


def figures(run, c, epsilon, steps):
    """Divergence, Q(L > epsilon) and P(L > epsilon); on a line between 0 and 1 the divergence alone."""
    spacing, count, low, node, nodes = steps
    m, q, left_of_one = 1 / arb(run.noise), arb(run.rate), c < 1
    c, spacing, epsilon = arb(c), arb(spacing), arb(epsilon)
    losses, weights = [], []
    scale = arb(node) / (2 * arb.pi()).sqrt()
    for index in range(nodes):
        z = arb(low) + index * arb(node)
        loss = (q * (m * z - m * m / 2).expm1()).log1p()
        losses.append(loss)
        weights.append(scale * (c * loss - z * z / 2).exp())
    # e^(itL) for t = (giant * baby + k) spacing: products of two short tables.
    baby = max(1, int(count**0.5))
    giant = (count + baby - 1) // baby
    small, large = [], []
    for loss, weight in zip(losses, weights):
        turn = acb(0, spacing * loss).exp()
        power = acb(1)
        row = []
        for _ in range(baby):
            row.append(power)
            power = power * turn
        small.append(row)
        leap = power
        power = acb(weight)
        column = []
        for _ in range(giant):
            column.append(power)
            power = power * leap
        large.append(column)
    table = acb_mat(giant, nodes, [large[n][g] for g in range(giant) for n in range(nodes)]) * acb_mat(
        nodes, baby, [entry for row in small for entry in row]
    )
    sums = [arb(0)] * 3
    for k in range(giant * baby):
        s = acb(c, spacing * k)
        psi = table[k // baby, k % baby]
        if psi.abs_upper() ** run.steps < arb(10) ** -200:
            continue
        value = psi**run.steps if run.steps < 2**62 else (psi.log() * run.steps).exp()
        value *= ((1 - s) * epsilon).exp() * (1 if k else arb(0.5))
        sums[0] += (value / (s * (s - 1))).real
        sums[1] += (value * (-epsilon).exp() / s).real
        sums[2] += (value / (s - 1)).real
    if left_of_one:
        # Divergence less its residue at 1: minus the overlap.
        return [1 + spacing / arb.pi() * sums[0]]
    return [spacing / arb.pi() * one for one in sums]


def twice(run, epsilon, lines, log_value):
    """The figures by two lines, and how many frequencies the first took; None where they would take too long."""
    found = []
    for line, factor in zip(lines, (1.0, 1.13)):
        steps = plan(run, line, epsilon, log_value, factor)
        if steps is None:
            return None, 0
        found.append((line, steps))
    values = [figures(run, line, epsilon, steps) for line, steps in found]
    for first, second in zip(*values):
        difference = abs(first - second) + first.rad() + second.rad()
        assert difference < ACCURACY * abs(first), (vars(run), epsilon, first, second)
    return [float(value.mid()) for value in values[0]], found[0][1][1]


def main():
    choose = random.Random(2026)

    def between(low, high):
        return low * (high / low) ** choose.random()

    rows = []
    while len(rows) < SETTINGS:
        noise, rate = float(f"{between(0.3, 3):.3e}"), float(f"{between(1e-6, 0.1):.3e}")
        run = Run(noise, rate, int(between(10, 1e6)))
        log_delta = numpy.log(between(1e-15, 1e-3))
        log_advantage = run.saddle(0.0)[1]
        if not (-14 < log_advantage < 0) or log_delta > log_advantage:
            continue
        steps = plan(run, 0.45, 0.0, log_advantage, 1.13)
        if steps is None or steps[1] < FEWEST_FREQUENCIES:
            continue
        epsilon = float(f"{run.order_of(log_delta):.3e}")
        if not 0 < epsilon < 50:
            continue
        c, log_tail = run.saddle(epsilon)
        tail, _ = twice(run, epsilon, (c, 1 + 0.8 * (c - 1)), log_tail)
        advantage, frequencies = (None, 0) if tail is None else twice(run, 0.0, (0.5, 0.45), log_advantage)
        if advantage is None or not 1e-6 < advantage[0] < 1 - 1e-6:
            continue
        rows.append(
            {
                "noise_multiplier": noise,
                "sample_rate": rate,
                "num_steps": run.steps,
                "advantage": advantage[0],
                "epsilon": epsilon,
                "hockey_stick": tail[0],
                "fpr": tail[1],
                "tpr": tail[2],
            }
        )
        print(len(rows), rows[-1], frequencies, file=sys.stderr, flush=True)
    source = "hard_settings.py: contour integrals in balls of 160 bits, each on two lines."
    print(json.dumps({"source": source, "accuracy": ACCURACY, "entries": rows}, indent=1))


main()
