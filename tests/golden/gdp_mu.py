"""The GDP mu of two steps over the rates from 1e-6 to 1 - 1e-6, in 10 digits: writes gdp_mu.json.

The rates of the best attacker by one integral each over the first step, the second one in closed form, at thresholds that are
sought. The mu of a run is the largest distance of quantiles at 7 rates, which is at the least rate here. No step is shared with the
engine, which reads tangents. Takes five minutes.
"""

import json

import mpmath as mp

mp.mp.dps = 20

# Noise multiplier, sample rate.
SETTINGS = [("0.7", "0.01"), ("1", "1e-4"), ("1.5", "0.2"), ("40", "0.5")]


def tail(x):
    return mp.erfc(x / mp.sqrt(2)) / 2


def quantile(p):
    """Of a rate, by Newton's method on the smaller tail."""
    if p > mp.mpf(1) / 2:
        return -quantile(1 - p)
    x = -mp.sqrt(-2 * mp.log(p)) if p < mp.mpf("0.1") else mp.mpf(0)
    for _ in range(60):
        x -= (tail(-x) - p) / mp.npdf(x)
    return x


def rates(noise, q, order):
    """Probabilities of a loss above an order under "out" and "in"."""
    m = 1 / noise

    def place(loss):
        left = (mp.exp(loss) - (1 - q)) / q
        return m / 2 + mp.log(left) / m if left > 0 else -mp.inf

    def both(z):
        a = place(order - mp.log(1 - q + q * mp.exp(m * z - m * m / 2)))
        if a == -mp.inf:
            return mp.mpf(1), mp.mpf(1)
        return tail(a), (1 - q) * tail(a) + q * tail(a - m)

    def drawn(z):
        return (1 - q) * mp.npdf(z) + q * mp.npdf(z - m)

    # From the second step on the least loss is beyond the order.
    edge = place(order - mp.log(1 - q))
    ends = [-14, *sorted(e for e in (edge - 1, edge, edge + 1, mp.mpf(0), m, -3, 3, 6) if abs(e) < 14), 14 + m]
    ends = sorted(set(mp.mpf(e) for e in ends))
    out = mp.quad(lambda z: mp.npdf(z) * both(z)[0], ends)
    inn = mp.quad(lambda z: drawn(z) * both(z)[1], ends)
    return out, inn


def distance(noise, q, fpr):
    """By the order of the rate: by a method of secants, near 1 by bisection."""
    low, high = 2 * mp.log(1 - q) * (1 - mp.mpf("1e-15")), mp.mpf(8) / noise * min(1, q * 60 + mp.mpf("0.05"))
    while rates(noise, q, high)[0] > fpr:
        high *= 2
    if fpr > mp.mpf("0.9"):
        high = mp.mpf(0)
        for _ in range(60):
            order = (low + high) / 2
            low, high = (order, high) if rates(noise, q, order)[0] > fpr else (low, order)
    else:
        excess = lambda order: mp.log(rates(noise, q, order)[0] / fpr)
        order = mp.findroot(excess, (low, high), solver="anderson", tol=1e-20, maxsteps=40, verify=False)
    out, inn = rates(noise, q, order)
    assert abs((out - fpr) / (fpr * (1 - fpr))) < mp.mpf("1e-9")
    return quantile(inn) - quantile(out)


rows = []
for noise_text, rate_text in SETTINGS:
    noise, q = mp.mpf(noise_text), mp.mpf(rate_text)
    found = distance(noise, q, mp.mpf("1e-6"))
    largest = found
    for k in range(1, 7):
        z = quantile(mp.mpf("1e-6")) * (1 - mp.mpf(k) / 3)
        largest = max(largest, distance(noise, q, tail(-z)))
    rows.append(
        {
            "noise_multiplier": float(noise),
            "sample_rate": float(q),
            "num_steps": 2,
            "at_least_rate": mp.nstr(found, 12),
            "largest": mp.nstr(largest, 12),
        }
    )
    print(rows[-1], flush=True)
with open("gdp_mu.json", "w") as file:
    json.dump(rows, file, indent=1)
    file.write("\n")
