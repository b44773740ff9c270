"""Steps of Laplace noise, of which few show a loss between the two atoms or draws stand out: writes laplace_runs.json.

Two and three steps by nested integrals over the first observations, in 25 digits: of what is left of the order the last step's divergence
is a difference of exponentials. More steps on a lattice on which the atoms lie, the mass of each cell being parted between its ends so
that the mean of the ratio stays, convolved with itself; the error falls with the square of the spacing, and of two
spacings the limit is extrapolated. The engine knows the sum of the places between the atoms in pieces, or counts draws. Needs mpmath and
numpy; some minutes.
"""

import json

import mpmath as mp
import numpy as np

mp.mp.dps = 25


class Step:
    def __init__(self, noise, rate):
        self.m = 1 / mp.mpf(noise)
        self.q = mp.mpf(rate)
        self.low, self.high = self.loss(0), self.loss(self.m)

    def loss(self, x):
        return mp.log(1 - self.q + self.q * mp.exp(2 * x - self.m))

    def place(self, loss):
        return (mp.log((mp.exp(loss) - 1 + self.q) / self.q) + self.m) / 2

    def density(self, x):
        """Under "in", between the atoms."""
        return ((1 - self.q) * mp.exp(-x) + self.q * mp.exp(x - self.m)) / 2

    def atoms(self):
        least = mp.exp(-self.m) / 2
        left = (1 - self.q) / 2 + self.q * least
        right = (1 - self.q) * least + self.q / 2
        return [(self.low, left), (self.high, right)]

    def last(self, order):
        """The divergence of one step."""
        if order >= self.high:
            return mp.mpf(0)
        if order <= self.low:
            return 1 - mp.exp(order)
        x = self.place(order)
        out = mp.exp(-x) / 2
        inn = (1 - self.q) * out + self.q * (1 - mp.exp(x - self.m) / 2)
        return inn - mp.exp(order) * out

    def divergence(self, steps, order):
        if steps == 1:
            return self.last(order)
        total = mp.mpf(0)
        for loss, mass in self.atoms():
            total += mass * self.divergence(steps - 1, order - loss)
        # What is left crosses sums of the others' atoms.
        marks = {mp.mpf(0), self.m}
        for number in range(steps):
            kink = order - number * self.high - (steps - 1 - number) * self.low
            if self.low < kink < self.high:
                marks.add(self.place(kink))
        # Of steep exponentials a piece for each few.
        for k in range(1, int(self.m / 4)):
            marks.add(mp.mpf(4 * k))
        value = lambda x: self.density(x) * self.divergence(steps - 1, order - self.loss(x))
        return total + mp.quad(value, sorted(marks), maxdegree=5)


def on_lattice(noise, rate, steps, threshold, cells):
    """The threshold counts distances of the atoms from the least loss."""
    m = 1 / noise
    low = np.log1p(rate * np.expm1(-m))
    length = np.log1p(2 * rate * np.sinh(m) / (1 + rate * np.expm1(-m)))
    more = np.expm1(length * np.arange(cells + 1) / cells)
    ratio = np.exp(-m) + np.exp(low) * more / rate
    tail = 0.5 * np.exp(-m / 2) / np.sqrt(ratio)
    # P(x > place) under the shifted law is 1 - e^(x - m)/2, with e^(2 x) = e^m v.
    moved = 0.5 * np.exp(-m / 2) * np.sqrt(ratio)
    out = tail[:-1] - tail[1:]
    drawn = moved[1:] - moved[:-1]
    inn = (1 - rate) * out + rate * drawn
    grown = np.exp(low) * (1 + more)
    right = (inn - grown[:-1] * out) / (grown[1:] - grown[:-1])
    law = np.zeros(cells + 1)
    law[:-1] += out - right
    law[1:] += right
    law[0] += 0.5
    law[-1] += 0.5 * np.exp(-m)
    # Sums of positive products alone: a transform would lose the tail in its rounding.
    power, square, left = np.ones(1), law, steps
    while left:
        if left % 2:
            power = np.convolve(power, square)
        left //= 2
        if left:
            square = np.convolve(square, square)
    size = steps * cells + 1
    order = steps * low + length * threshold
    excess = np.arange(size) / cells - threshold
    above = excess > 0
    value = np.sum(power[above] * np.expm1(length * excess[above]))
    return order, np.exp(order) * value


def main():
    rows = []

    def add(noise, rate, steps, order, value):
        rows.append(
            {
                "noise_multiplier": noise,
                "sample_rate": rate,
                "num_steps": steps,
                "epsilon": float(order),
                "divergence": float(value),
            }
        )
        print(rows[-1], flush=True)

    for noise, rate, steps, orders in [
        (0.02, 1e-4, 2, [0.0, 1.0, 38.0]),
        (0.03, 1e-3, 3, [0.0, 20.0]),
        (0.025, 0.2, 3, [-0.3, 40.0]),
        (1.0, 1e-3, 2, [0.0, 1e-3]),
        (0.7, 0.3, 3, [0.0, 1.5]),
        (5.0, 1e-8, 3, [0.0, 1e-9]),
        (300.0, 1.0, 2, [0.0, 5e-3]),
    ]:
        step = Step(noise, rate)
        for order in orders:
            add(noise, rate, steps, order, step.divergence(steps, mp.mpf(order)))
    for noise, rate, steps, places in [
        (2.0, 0.1, 12, [0.375, 0.5, 0.75]),
        (10.0, 0.02, 40, [0.5, 0.625]),
        (50.0, 1.0, 64, [0.5, 0.75]),
        (1.0, 0.05, 24, [0.25, 0.5]),
        (200.0, 0.3, 2048, [0.5, 0.53125]),
    ]:
        for place in places:
            cells = 512 if steps < 1000 else 64
            order, rough = on_lattice(noise, rate, steps, place * steps, cells)
            _, fine = on_lattice(noise, rate, steps, place * steps, 2 * cells)
            add(noise, rate, steps, order, fine + (fine - rough) / 3)
    text = ",\n".join(json.dumps(row) for row in rows)
    with open("laplace_runs.json", "w", encoding="utf-8") as file:
        file.write(f"[\n{text}\n]\n")


main()
