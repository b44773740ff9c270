"""The divergence of three steps by nested integrals: writes three_steps.json.

The last step in closed form, the first two by Gauss-Legendre panels that close in on the kinks, in double precision, twice with
different numbers of nodes. No step is shared with the engine, which integrates characteristic functions.
"""

import json
from math import expm1, inf, log, log1p, pi, sqrt

import numpy as np
from numpy.polynomial.legendre import leggauss
from scipy.special import ndtr

# Noise multiplier, sample rate, orders.
SETTINGS = [
    ("0.5", "1e-6", ["0", "1e-6", "1e-4", "0.01", "1"]),
    ("0.4", "1e-5", ["0", "1e-5", "0.001", "0.1"]),
    ("0.7", "1e-3", ["0", "0.001", "0.1", "1"]),
    ("1", "0.01", ["0", "0.1", "1"]),
]


def panels(low, kink, high, nodes):
    """Nodes with weights under the standard normal density, in panels that close in on the kink."""
    x, w = leggauss(nodes)
    close = [2.0**-k for k in range(45)]
    ends = {low, high}
    ends |= {kink + sign * step for step in [0.0, *close] for sign in (-1, 1)}
    ends = sorted(end for end in ends if low <= end <= high)
    split = [ends[0]]
    for end in ends[1:]:
        pieces = max(1, int(np.ceil((end - split[-1]) / 0.5)))
        split.extend(np.linspace(split[-1], end, pieces + 1)[1:])
    a, b = np.array(split[:-1])[:, None], np.array(split[1:])[:, None]
    z = ((a + b) / 2 + (b - a) / 2 * x).ravel()
    return z, ((b - a) / 2 * w).ravel() * np.exp(-z * z / 2) / sqrt(2 * pi)


def divergence(noise, q, epsilon, nodes):
    m = 1 / noise
    low, high = -13.0, m + 13.0

    def loss(z):
        return np.log1p(q * np.expm1(m * z - m * m / 2))

    def observation(of):
        ratio = expm1(of) / q + 1
        return (log(ratio) + m * m / 2) / m if ratio > 0 else -inf

    def above(before):
        """E[(e^(before + L) - e^epsilon)_+] over the last step."""
        missing = -np.expm1(before + log1p(-q) - epsilon)
        drawn = q * np.exp(before - epsilon)
        z = (np.log(np.maximum(missing, 1e-300) / drawn) + m * m / 2) / m
        whole = np.exp(before - epsilon) - 1
        part = drawn * ndtr(m - z) - missing * ndtr(-z)
        return np.exp(epsilon) * np.where(missing > 0, part, whole)

    def below(before):
        """E[(e^epsilon - e^(before + L))_+] over the last step."""
        missing = -np.expm1(before + log1p(-q) - epsilon)
        drawn = q * np.exp(before - epsilon)
        z = (np.log(np.maximum(missing, 1e-300) / drawn) + m * m / 2) / m
        part = missing * ndtr(z) - drawn * ndtr(z - m)
        return np.exp(epsilon) * np.where(missing > 0, part, 0)

    # At order 0 both sides are equal, and the lower one needs no cancellation.
    last = below if epsilon == 0 else above
    undrawn = log1p(-q)
    first_kink = min(max(observation(epsilon - 2 * undrawn), low), high)
    sum_ = 0.0
    for z1, w1 in zip(*panels(low, first_kink, high, nodes)):
        before = float(loss(z1))
        kink = min(max(observation(epsilon - before - undrawn), low), high)
        z2, w2 = panels(low, kink, high, nodes)
        sum_ += w1 * float(np.sum(w2 * last(before + loss(z2))))
    return sum_


def main():
    rows = []
    for noise, rate, orders in SETTINGS:
        for order in orders:
            values = [divergence(float(noise), float(rate), float(order), n) for n in (10, 14)]
            assert abs(values[0] - values[1]) <= 1e-9 * values[1], (noise, rate, order, values)
            rows.append(
                {
                    "noise_multiplier": float(noise),
                    "sample_rate": float(rate),
                    "num_steps": 3,
                    "epsilon": float(order),
                    "divergence": values[1],
                }
            )
    with open("three_steps.json", "w") as out:
        out.write(json.dumps(rows, indent=1) + "\n")


main()
