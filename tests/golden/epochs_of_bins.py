"""One epoch of balls and bins and two, in 30 digits: writes epochs_of_bins.json.

The likelihood ratio of an epoch is w = S/J, S the sum of J lognormals of mean 1. Its masses beyond a ratio under "out" and "in" are
Gil-Pelaez integrals of the characteristic functions phi^J and phi^(J-1) phi_1, without tilt or taper, phi(u) = E e^(iuX/J) by the
trapezoidal rule on a line of complex z on which it does not turn. Of two or three bins the divergence is the integral of that of the last
one, a difference of normal masses, over the others. Of two epochs the divergence is the integral of that of one over
the density of the other. Of several epochs of two bins, whose ratio is e^(m g/sqrt(2) - m²/4) e^(-m²/4) cosh(m h/sqrt(2)) with g and h
normal, the divergence is that of a Gaussian over all h, by the trapezoidal rule; of many epochs of two bins it is the inversion of the
power of E w^z, that of the second factor by the same rule. The engine has tilted and tapered sums, contours, and for
several epochs polynomials or the characteristic function of the loss. Needs python-flint; some minutes.
"""

import json

from flint import acb, arb, ctx

ctx.prec = 130


def mpf(value):
    return arb(str(value)) if isinstance(value, (int, str)) else arb(value)


def mid(value):
    """Balls of sums over rules say nothing of the rules: only middles are carried on."""
    return value.mid()


pi = arb.pi()


def mpc(re, im):
    return acb(re, im)


def exp(value):
    return value.exp()


def sqrt(value):
    return value.sqrt()


def log(value):
    return value.log()


def cos(value):
    return value.cos()


# Bins, noise multiplier, epochs, orders.
SETTINGS = [
    (4, "3", 1, ["-0.2", "0.1", "0.8"]),
    (8, "2", 1, ["0", "0.1", "0.6", "1.5"]),
    (20, "1", 1, ["0.05", "0.5", "1.5"]),
    (200, "1", 1, ["-0.05", "0.05", "0.3", "1"]),
    (1000, "2", 1, ["0.02", "0.06", "0.1"]),
    (4, "4", 2, ["0", "0.1", "0.6"]),
    (8, "2", 2, ["0.1", "1", "2"]),
    (20, "2", 2, ["0.2", "0.8"]),
    (200, "2", 2, ["0.05", "0.2"]),
    (1000, "0.6", 1, ["0", "0.5", "2"]),
    (18519, "0.6012", 1, ["0"]),
]
# The same of two or three bins, by nested integrals.
FEW = [
    (2, "0.3", ["0", "3", "12"]),
    (2, "0.8", ["-1", "0.5", "2"]),
    (3, "0.5", ["0", "2", "6"]),
    (2, "0.15", ["0", "9"]),
    (3, "0.12", ["0", "4"]),
]
# Many epochs of two bins.
MANY = [
    ("30", 5000, ["0", "1", "4", "12"]),
    ("100", 20000, ["0.2", "2", "6"]),
    ("12", 700, ["0.5", "3"]),
    ("25", 300, ["0.5", "2"]),
    ("4", 200, ["1", "6"]),
    ("7", 29, ["0.5", "3"]),
]

# Several epochs of two bins.
TWINS = [
    ("0.8", 2, ["0", "2", "7"]),
    ("0.4", 2, ["1", "20"]),
    ("2", 2, ["0.1", "3"]),
    ("1", 3, ["0", "3", "9"]),
    ("0.5", 3, ["0.5", "15"]),
]
NODES = 20


def legendre(n):
    """Nodes and weights by Newton's method."""
    rule = []
    for i in range(n):
        x = cos(pi * (i + mpf(3) / 4) / (n + mpf(1) / 2))
        for _ in range(60):
            p0, p1 = mpf(1), x
            for k in range(2, n + 1):
                p0, p1 = p1, mid(((2 * k - 1) * x * p1 - (k - 1) * p0) / k)
            slope = n * (x * p1 - p0) / (x * x - 1)
            step = p1 / slope
            x = mid(x - step)
            if abs(step) < arb(10) ** -36:
                break
        rule.append((x, 2 / ((1 - x * x) * slope * slope)))
    return rule


RULE = legendre(NODES)


class Epoch:
    def __init__(self, bins, m):
        self.bins, self.m = bins, m
        # On this line X turns by 0.6 at most, so that e^(iuX) falls.
        height = min(mpf("0.6") / m, mpf(2), key=float)
        h = mpf("0.04") * min(mpf(1), height, key=float)
        count = int(float(13 / h))
        self.line = []
        for j in range(-count, count + int(float(2 * m / h)) + 1):
            z = mpc(j * h, height)
            mass = exp(-z * z / 2) * h / sqrt(2 * pi)
            x = exp(m * z - m * m / 2) / bins
            self.line.append((x, mass))
        deviation = sqrt((exp(m * m) - 1) / bins)
        edges = [arb(0)] + [arb(4) ** k for k in range(-52, 1)]
        self.frequencies = []
        start = 0
        while True:
            if start + 1 < len(edges):
                low, high = edges[start], edges[start + 1]
            else:
                low = high
                # Heavy summands turn slowly for long, the ratio that is asked for turns all.
                high = low + max(mpf("0.12") / deviation, min(low / 4, mpf("0.5"), key=float), key=float)
            start += 1
            for x, weight in RULE:
                u = mid((low + high) / 2 + (high - low) / 2 * x)
                self.frequencies.append((u, mid((high - low) / 2 * weight), *self.powers(u)))
            if float(abs(self.frequencies[-1][2]).mid()) < 1e-33:
                break

    def powers(self, u):
        phi, first = acb(0), acb(0)
        for x, mass in self.line:
            value = mass * exp(mpc(arb(0), u) * x)
            phi += value
            first += x * self.bins * value
        rest = phi ** (self.bins - 1)
        both = (rest * phi, rest * first)
        return tuple(acb(mid(value.real), mid(value.imag)) for value in both)

    def beyond(self, ratio):
        out = inside = arb(1) / 2
        for u, weight, p, q in self.frequencies:
            turn = exp(mpc(arb(0), -u * ratio)) * weight / (pi * u)
            out += (turn * p).imag
            inside += (turn * q).imag
        return mid(out), mid(inside)

    def divergence(self, ratio):
        out, inside = self.beyond(ratio)
        return inside - ratio * out

    def density(self, ratio):
        return sum((exp(mpc(arb(0), -u * ratio)) * p).real * weight for u, weight, p, _ in self.frequencies).mid() / pi


def two(epoch, ratio):
    """The trapezoidal rule in ln w."""
    spread = sqrt(log(1 + (exp(epoch.m * epoch.m) - 1) / epoch.bins))
    h = spread / 5
    total = arb(0)
    for direction in (1, -1):
        j = 0 if direction == 1 else 1
        while True:
            w = mid(exp(direction * j * h))
            term = h * w * epoch.density(w) * w * epoch.divergence(mid(ratio / w))
            total = mid(total + term)
            if float(abs(term).mid()) < 1e-15 * float(total.mid()) and j > 20 or j == 80:
                break
            j += 1
    return total


def beyond(z):
    """The normal mass beyond z."""
    return (z / sqrt(arb(2))).erfc() / 2


def few(bins, m, left):
    """E (S - left)_+ of so many summands."""
    if bins == 1:
        if left <= 0:
            return 1 - left
        z = log(left) / m + m / 2
        return mid(beyond(z - m) - left * beyond(z))
    # Where the others must reach 0 the integrand has a kink: in parts, from there on in closed form.
    kink = log(left) / m + m / 2
    parts = 40
    total = (beyond(kink - m) - left * beyond(kink)) + (bins - 1) * beyond(kink)
    low = mpf(-14)
    for part in range(parts):
        # Finer towards the kink.
        edges = [kink - (kink - low) * ((mpf(parts) - p) / parts) ** 3 for p in (part, part + 1)]
        for x, weight in RULE:
            z = mid((edges[0] + edges[1]) / 2 + (edges[1] - edges[0]) / 2 * x)
            own = exp(m * z - m * m / 2)
            mass = exp(-z * z / 2) / sqrt(2 * pi)
            total += (edges[1] - edges[0]) / 2 * weight * mass * few(bins - 1, m, mid(left - own))
    return mid(total)


def places_of_twins(m, count):
    """The logarithm of the second factor of two bins at so many places of h, and their masses."""
    h = mpf("0.125")
    places = []
    for j in range(0, count):
        d = h * j
        logarithm = log((exp(m * d / sqrt(arb(2))) + exp(-m * d / sqrt(arb(2)))) / 2) - m * m / 4
        places.append((mid(logarithm), mid(h * exp(-d * d / 2) / sqrt(2 * pi) * (1 if j == 0 else 2))))
    return places


def twins(m, epochs, order):
    """H at an order over all h, of which the order does not matter."""
    mu = m * sqrt(arb(epochs) / 2)
    places = places_of_twins(m, 97)

    def gaussian(rest):
        left = order - rest
        return exp(rest) * (beyond(left / mu - mu / 2) - exp(left) * beyond(left / mu + mu / 2))

    def over(level, rest, mass):
        if level == 0:
            return mid(mass * gaussian(rest))
        total = arb(0)
        for logarithm, weight in places:
            if float((mass * weight).mid()) > 1e-40:
                total += over(level - 1, mid(rest + logarithm), mid(mass * weight))
        return mid(total)

    return over(epochs, arb(0), arb(1))


def many(m, epochs, order):
    """H at an order by the line c + it of E w^z e^((1-z) order)/(z (z-1))."""
    variance = epochs * ((m * m).exp() - 1) / 2
    c = mid(mpf("0.5") + (order + mpf(4) * sqrt(variance)) / variance)
    least = 1 + 1 / sqrt(variance)
    c = mid(c if c > least else least)
    places = places_of_twins(m, 113)
    step = mid((c - 1) / 12)
    fine = mid(1 / (8 * sqrt(variance)))
    step = step if step < fine else fine
    total = arb(0)
    for k in range(100000):
        z = mpc(c, step * k)
        rest = mpc(0, 0)
        for logarithm, weight in places:
            rest += (z * logarithm).exp() * weight
        power = (epochs * (rest.log() + z * (z - 1) * m * m / 4) + (1 - z) * order).exp() / (z * (z - 1))
        total = mid(total + power.real * (mpf("0.5") if k == 0 else 1))
        if k > 24 and float(abs(power).mid()) < 1e-36 * abs(float(total.mid())):
            break
    return mid(total * step / pi)


rows = []
for settings, divergence in [(MANY, many), (TWINS, twins)]:
    for sigma, epochs, orders in settings:
        for order in orders:
            value = divergence(1 / mpf(sigma), epochs, mpf(order))
            rows.append(
                {
                    "noise_multiplier": float(sigma),
                    "bins": 2,
                    "epochs": epochs,
                    "epsilon": float(order),
                    "divergence": float(value.mid()),
                }
            )
            print(rows[-1], flush=True)
for bins, sigma, orders in FEW:
    for order in orders:
        ratio = mid(exp(mpf(order)))
        value = few(bins, 1 / mpf(sigma), bins * ratio) / bins
        rows.append(
            {
                "noise_multiplier": float(sigma),
                "bins": bins,
                "epochs": 1,
                "epsilon": float(order),
                "divergence": float(value.mid()),
            }
        )
        print(rows[-1], flush=True)
for bins, sigma, epochs, orders in SETTINGS:
    epoch = Epoch(bins, 1 / mpf(sigma))
    for order in orders:
        ratio = mid(exp(mpf(order)))
        value = epoch.divergence(ratio) if epochs == 1 else two(epoch, ratio)
        rows.append(
            {
                "noise_multiplier": float(sigma),
                "bins": bins,
                "epochs": epochs,
                "epsilon": float(order),
                "divergence": float(value.mid()),
            }
        )
        print(rows[-1], flush=True)
with open("epochs_of_bins.json", "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
