"""Tails of two steps, in 30 digits: writes few_steps.json.

The divergence of one step has a closed form; that of two steps is an integral of it over what one observation
says, here by Gauss-Legendre panels in mpmath. No step is shared with the engine, which integrates
characteristic functions.
"""

import json

from mpmath import erfc, exp, expm1, inf, log, log1p, mp, mpf, quad, sqrt

mp.dps = 30

# Noise multiplier, sample rate, steps, orders.
SETTINGS = [
    ("0.8", "0.001", 2, ["0.05", "0.5", "2", "5"]),
    ("1", "0.0001", 2, ["0.01", "0.3", "1"]),
    ("0.5", "0.00001", 2, ["0.1", "1", "4"]),
    ("0.3", "0.01", 2, ["1", "6", "15"]),
    ("2", "0.01", 2, ["0.1", "0.3"]),
]


def density(z):
    return exp(-z * z / 2) / sqrt(2 * mp.pi)


def above(z):
    return erfc(z / sqrt(mpf(2))) / 2


def curve(m, q, steps):
    """The divergence of "in" from "out" at an order, as a function."""

    def loss(z):
        return log1p(q * expm1(m * z - m * m / 2))

    def observation(epsilon):
        return log1p(expm1(epsilon) / q) / m + m / 2

    def one(epsilon):
        if epsilon <= log1p(-q):
            return -expm1(epsilon)
        z = observation(epsilon)
        return q * (above(z - m) - exp(m * z - m * m / 2) * above(z))

    def following(last):
        def divergence(epsilon):
            def integrand(z):
                return density(z) * exp(loss(z)) * last(epsilon - loss(z))

            # Where one observation alone reaches the order, and around both centres.
            z = observation(epsilon) if epsilon > log1p(-q) else mpf(0)
            ends = {mpf(-14), mpf(-6), mpf(-2), mpf(0), mpf(2), m, m + 2, m + 7, m + 14, z + 14}
            # What the other observation has to add changes within q/(m L'): panels that close in on z.
            ends |= {z + sign * mpf(4) ** -k for k in range(13) for sign in (-1, 0, 1)}
            ends = sorted(ends)
            panels = [ends[0]]
            for end in ends[1:]:
                while end - panels[-1] > mpf("0.7"):
                    panels.append(panels[-1] + mpf("0.5"))
                panels.append(end)
            return quad(integrand, panels, maxdegree=6)

        return divergence

    last = one
    for _ in range(steps - 1):
        last = following(last)
    return last


def main():
    rows = []
    for sigma, q, steps, orders in SETTINGS:
        divergence = curve(1 / mpf(sigma), mpf(q), steps)
        for order in orders:
            value = divergence(mpf(order))
            rows.append({"noise_multiplier": float(sigma), "sample_rate": float(q), "num_steps": steps,
                         "epsilon": float(order), "divergence": float(value)})
            print(rows[-1], flush=True)
    with open("tests/golden/few_steps.json", "w", encoding="utf-8") as file:
        json.dump(rows, file, indent=1)
        file.write("\n")


main()
