"""Replaced records and groups in one step and in two, in 30 digits: writes replaced_and_groups.json.

One step: where the likelihood ratio crosses the order, by bisection, and the normal probabilities of both laws beyond it. Two: the
integral of that over what the first observation says, by Gauss-Legendre panels in mpmath. The engine has the two probabilities
subtracted shift by shift for one step, and integrates characteristic functions for two.
"""

import json

from mpmath import binomial, erfc, exp, log, mp, mpf, quad, sqrt

mp.dps = 40

# Records of the group, or 0 for a replaced record; noise multiplier, sample rate, steps, orders.
SETTINGS = [
    (0, "0.5", "0.00007", 1, ["-0.001", "0.00001", "0.5", "5"]),
    (0, "2", "0.2", 1, ["-0.5", "0.05", "0.4"]),
    (0, "0.1", "0.001", 1, ["-2", "1", "40"]),
    (0, "1000", "0.000001", 1, ["0.000000001"]),
    (3, "0.5", "0.00007", 1, ["-0.0001", "0.0001", "0.5", "12"]),
    (3, "2", "0.2", 1, ["-0.5", "0.05", "0.4", "2"]),
    (2, "0.1", "0.001", 1, ["-0.001", "1", "40"]),
    (7, "300", "0.00001", 1, ["0.0000001"]),
    (0, "0.8", "0.001", 2, ["0.01", "0.5", "3"]),
    (0, "0.5", "0.00001", 2, ["0.1", "2"]),
    (0, "2", "0.0001", 2, ["0.0001", "0.001"]),
    (0, "0.3", "0.01", 2, ["1", "8"]),
    (3, "0.8", "0.001", 2, ["0.01", "0.5", "3"]),
    (3, "0.5", "0.00001", 2, ["0.1", "2"]),
    (2, "2", "0.0001", 2, ["0.0001", "0.001"]),
    (2, "0.4", "0.01", 2, ["1", "8"]),
]


def above(z):
    return erfc(z / sqrt(mpf(2))) / 2


def laws(records, m, q):
    """Shifts and weights of "in" and "out"."""
    if records == 0:
        return [(mpf(0), 1 - q), (m, q)], [(mpf(0), 1 - q), (-m, q)]
    inn = [(j * m, binomial(records, j) * q**j * (1 - q) ** (records - j)) for j in range(records + 1)]
    return inn, [(mpf(0), mpf(1))]


def density(law, z):
    return sum(weight * exp(-((z - shift) ** 2) / 2) for shift, weight in law) / sqrt(2 * mp.pi)


def beyond(law, z):
    return sum(weight * above(z - shift) for shift, weight in law)


def one_step(inn, out):
    def loss(z):
        return log(density(inn, z) / density(out, z))

    def divergence(epsilon):
        low, high = mpf(-60), mpf(60)
        if loss(low) >= epsilon:
            return 1 - exp(epsilon)
        # At the crossing the divergence does not change with the place.
        while high - low > mpf(10) ** -14:
            middle = (low + high) / 2
            if loss(middle) < epsilon:
                low = middle
            else:
                high = middle
        return beyond(inn, low) - exp(epsilon) * beyond(out, low)

    def place(epsilon):
        low, high = mpf(-20), mpf(40)
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if loss(middle) < epsilon else (low, middle)
        return low

    return loss, divergence, place


def two_steps(inn, out, shifts, least):
    loss, one, place = one_step(inn, out)

    def divergence(epsilon):
        z = place(epsilon)
        ends = {mpf(-12), mpf(-6), mpf(-3), mpf(0), mpf(3), z + 12}
        ends |= {shift + step for shift in shifts for step in (-3, 0, 3, 10)}
        # What the other observation has to add changes fast near the place, and up to where its smallest loss adds it.
        fast = [z] if least is None else [z, place(epsilon - least)]
        ends |= {end + sign * mpf(2) ** -k for end in fast for k in range(16) for sign in (-1, 0, 1)}
        ends = sorted(ends)
        panels = [ends[0]]
        for end in ends[1:]:
            while end - panels[-1] > mpf("1.2"):
                panels.append(panels[-1] + 1)
            panels.append(end)
        return quad(lambda x: density(inn, x) * one(epsilon - loss(x)), panels, method="gauss-legendre", maxdegree=4)

    return divergence


def main():
    rows = []
    for records, sigma, rate, steps, orders in SETTINGS:
        mp.dps = 60 if steps == 1 else 25
        m, q = 1 / mpf(sigma), mpf(rate)
        inn, out = laws(records, m, q)
        shifts, least = [shift for shift, _ in inn + out], records * log(1 - q) if records else None
        divergence = one_step(inn, out)[1] if steps == 1 else two_steps(inn, out, shifts, least)
        for order in orders:
            row = {
                "group_size": records,
                "noise_multiplier": float(sigma),
                "sample_rate": float(rate),
                "num_steps": steps,
                "epsilon": float(order),
                "divergence": float(divergence(mpf(order))),
            }
            rows.append(row)
            print(row, flush=True)
    with open("tests/golden/replaced_and_groups.json", "w", encoding="utf-8") as file:
        json.dump(rows, file, indent=1)
        file.write("\n")


main()
