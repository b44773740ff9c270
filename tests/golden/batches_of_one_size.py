"""Two and three batches of one size drawn without replacement, of which a record is replaced: writes batches_of_one_size.json.

At orders of 0 and more the curve of a step is that of (1 - q) N(0) + q N(m) against N(0), m = 2/sigma, below 0 its mirror. A step's loss is
0 with probability a, L(y) or -L(y) else, so that the curve of one step more is a mean over these:
H'(eps) = a H(eps) + int (e^L(y) H(eps - L(y)) + H(eps + L(y))) n(y + m/2) dy over y > 0, here by Gauss-Legendre panels, once in 30 digits (mpmath) and
nested in double precision (NumPy, SciPy). The engine integrates characteristic functions along a contour. A minute.
"""

import json

import numpy as np
from mpmath import erfc, exp, expm1, log, log1p, mp, mpf, npdf, sqrt
from scipy.special import erfc as erfc_of

mp.dps = 30

# Noise multiplier, rate, steps, orders.
SETTINGS = [
    ("1.305", "6.364e-5", 2, ["0", "1e-4", "2"]),
    ("0.4598", "1.449e-4", 2, ["0", "20", "37"]),
    ("7.627", "6.045e-3", 2, ["0", "0.01", "0.03"]),
    ("2.607", "1.091e-3", 2, ["0", "0.03"]),
    ("0.9189", "0.2", 2, ["0", "1", "5"]),
    ("3", "0.5", 2, ["-0.5", "0.5", "3"]),
    ("8.269", "9.461e-5", 2, ["2e-4", "3.5e-4", "0.003"]),
    ("1.487", "6.178e-5", 2, ["0.05", "0.5", "1.5"]),
    ("26.75", "4.034e-5", 2, ["2e-5", "6e-5"]),
    ("0.6731", "4.684e-5", 3, ["0", "5"]),
    ("2.741", "6.766e-2", 3, ["0", "1"]),
    ("8.02", "0.3749", 3, ["0", "0.5"]),
    ("0.9662", "0.154", 3, ["0", "10"]),
]
NODES = 24
PANELS = 40


def legendre(n):
    """Nodes and weights by Newton's method."""
    rule = []
    for i in range(n):
        x = mp.cos(mp.pi * (i + mpf(3) / 4) / (n + mpf(1) / 2))
        for _ in range(60):
            p0, p1 = mpf(1), x
            for k in range(2, n + 1):
                p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
            slope = n * (x * p1 - p0) / (x * x - 1)
            step = p1 / slope
            x -= step
            if abs(step) < mpf(10) ** -28:
                break
        rule.append((x, 2 / ((1 - x * x) * slope * slope)))
    return rule


RULE = legendre(NODES)


def beyond(z):
    return erfc(z / sqrt(mpf(2))) / 2


class Step:
    def __init__(self, sigma, rate):
        self.m, self.q = 2 / mpf(sigma), mpf(rate)
        self.atom = (1 - self.q) * (1 - 2 * beyond(self.m / 2))

    def loss(self, y):
        return log1p(self.q * expm1(self.m * y))

    def place(self, loss):
        return log1p(expm1(loss) / self.q) / self.m

    def one(self, order):
        if order < 0:
            return -expm1(order) + exp(order) * self.one(-order)
        z = self.place(order) + self.m / 2
        return (1 - self.q) * beyond(z) + self.q * beyond(z - self.m) - exp(order) * beyond(z)

    def edges(self, order):
        """The curve of the other step has a corner at 0, and bends most near it."""
        corner = float(self.place(order))
        far = max(14.0, corner + 8) + float(self.m)
        edges = {0.0, far} | {k * far / PANELS for k in range(PANELS)}
        edges |= {corner + side * 2.0**-k for k in range(45) for side in (1, -1)} | {corner}
        return sorted(edge for edge in edges if 0 <= edge <= far)

    def two(self, order):
        if order < 0:
            return -expm1(order) + exp(order) * self.two(-order)
        total = self.atom * self.one(order)
        edges = self.edges(order)
        for low, high in zip(edges, edges[1:]):
            for x, weight in RULE:
                y = (mpf(low) + mpf(high)) / 2 + (mpf(high) - mpf(low)) / 2 * x
                loss = self.loss(y)
                there = exp(loss) * self.one(order - loss) + self.one(order + loss)
                total += (mpf(high) - mpf(low)) / 2 * weight * npdf(y + self.m / 2) * there
        return total

    def three(self, order):
        """In double precision."""
        nodes, weights, losses = self.nodes(order)
        values = np.exp(losses) * self.twice(order - losses) + self.twice(order + losses)
        return float(self.atom) * self.twice(np.array([order]))[0] + np.sum(weights * values)

    def nodes(self, order):
        m, q = float(self.m), float(self.q)
        edges = np.array(self.edges(mpf(order)))
        half = np.diff(edges) / 2
        x, w = np.polynomial.legendre.leggauss(NODES)
        y = ((edges[:-1] + edges[1:]) / 2)[:, None] + half[:, None] * x
        weights = half[:, None] * w * np.exp(-((y + m / 2) ** 2) / 2) / np.sqrt(2 * np.pi)
        return y.ravel(), weights.ravel(), np.log1p(q * np.expm1(m * y)).ravel()

    def once(self, order):
        """The curve of one step at orders of any sign."""
        m, q = float(self.m), float(self.q)
        size = np.abs(order)
        z = np.log1p(np.expm1(size) / q) / m + m / 2
        out, inside = erfc_of(z / np.sqrt(2)) / 2, erfc_of((z - m) / np.sqrt(2)) / 2
        found = q * inside - (np.expm1(size) + q) * out
        return np.where(order >= 0, found, -np.expm1(-size) + np.exp(-size) * found)

    def twice(self, orders):
        found = np.empty_like(orders)
        for index, order in enumerate(orders):
            size = abs(order)
            _, weights, losses = self.nodes(size)
            values = np.exp(losses) * self.once(size - losses) + self.once(size + losses)
            value = float(self.atom) * self.once(np.array([size]))[0] + np.sum(weights * values)
            found[index] = value if order >= 0 else -np.expm1(-size) + np.exp(-size) * value
        return found


rows = []
for sigma, rate, steps, orders in SETTINGS:
    step = Step(sigma, rate)
    for order in orders:
        value = step.two(mpf(order)) if steps == 2 else step.three(float(order))
        rows.append(
            {
                "noise_multiplier": float(sigma),
                "sample_rate": float(rate),
                "num_steps": steps,
                "epsilon": float(order),
                "divergence": float(value),
            }
        )
        print(rows[-1], flush=True)
with open("batches_of_one_size.json", "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
