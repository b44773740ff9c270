"""Golden values of what follows from a guarantee, with hundreds of digits: `python tests/golden/guarantee.py > tests/golden/guarantee.json`.

Shares no formula with the crate: groups are one bit whose probabilities are pushed from record to record as far as both
inequalities of (epsilon, delta) allow, from the best start; the rest are the definitions. Needs mpmath.
"""

import json

from mpmath import mp, mpf

EPSILONS = [1e-6, 1e-3, 0.1, 1.0, 10.0, 50.0, 300.0, 700.0, 705.5, 709.0, 745.5, 1e4]
PROBABILITIES = [1e-9, 1e-3, 0.3, 0.5, 0.9, 0.999999999]
DELTAS = [0.0, 1e-300, 1e-12, 1e-5, 0.1, 0.5, 0.9]
RECORDS = [1, 2, 3, 5, 10, 11, 1000, 1000001]
FOLLOWED = 11
TARGET = 0.8
DELETED = [1, 7, 100000]


def digits(epsilon):
    """Enough of them to tell 1 from 1 - e^-epsilon, and from 1 less the smallest delta."""
    mp.dps = 400 + int(epsilon)


def bit(x, delta, p):
    """Largest probability of the bit in a neighbouring data set."""
    return min(x * p + delta, 1 - (1 - p - delta) / x, mpf(1))


def variation(epsilon, delta, n):
    x, d = mp.exp(epsilon / n), delta / n

    def gain(start):
        p = start
        for _ in range(n):
            p = bit(x, d, p)
        return p - start

    # The gain is concave and linear between the starts from which some record stands at the kink of `bit`.
    starts = [mpf(0)]
    place = (1 - d) / (x + 1)
    for _ in range(n):
        starts.append(max(place, mpf(0)))
        place = (place - d) / x
    most = max(map(gain, starts))
    if epsilon == 1 and n > 1:
        assert abs(most - searched(gain)) < mpf(10) ** -380
    return most


def searched(gain):
    """Largest value of a concave function on [0, 1]."""
    low, high = mpf(0), mpf(1)
    for _ in range(2600):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if gain(a) < gain(b):
            low = a
        else:
            high = b
    return max(gain(low), gain(mpf(0)))


def pure(epsilon, probability):
    digits(epsilon)
    e, p = mp.exp(mpf(epsilon)), mpf(probability)
    present = e * p / (e * p + 1 - p)
    absent = (1 - p) / (e * p + 1 - p)
    return {
        "epsilon": epsilon,
        "probability": probability,
        "absence": float(absent),
        "absence_of_all": [float(absent**m) for m in DELETED],
        "capacity": float(mp.log(mpf(TARGET)) / mp.log(absent)),
        "posterior": float(present),
    }


def pair(epsilon, delta):
    digits(epsilon)
    e, d = mp.exp(mpf(epsilon)), mpf(delta)
    # The worst mechanism gives itself away with probability delta and is randomised response otherwise.
    eta = lambda p: d * min(p, 1 - p) + (1 - d) * max(e / (1 + e), p, 1 - p) + d * max(p, 1 - p) - max(p, 1 - p)
    return {
        "epsilon": epsilon,
        "delta": delta,
        "advantage": float(d + (1 - d) * (e - 1) / (e + 1)),
        "erlingsson": float(1 - (1 - d) / e),
        "yeom": float(min(mpf(1), e - 1 + d)),
        "eta": [float(eta(mpf(p))) for p in PROBABILITIES],
    }


def group(epsilon, delta, n):
    digits(epsilon)
    e, d = mpf(epsilon), mpf(delta)
    growth = mp.fsum(mp.exp(e / n) ** i for i in range(n)) if n < 100 else (mp.expm1(e) / mp.expm1(e / n))
    bound = d + (1 - d) * mp.tanh(e / 2)
    found = variation(e, d, n) if n <= FOLLOWED else None
    return {
        "epsilon": epsilon,
        "delta": delta,
        "records": n,
        "record_delta": float(d / growth),
        "group_delta": float(min(mpf(1), d / n * growth)),
        "variation": None if found is None else float(found),
        # Both are the same number for one record and at epsilon 0.
        "bound_fails": None if found is None else bool(found - bound > mpf(10) ** (20 - mp.dps)),
    }


print(
    json.dumps(
        {
            "source": "tests/golden/guarantee.py",
            "accuracy": "nearest double",
            "probabilities": PROBABILITIES,
            "target": TARGET,
            "deleted": DELETED,
            "pure": [pure(e, p) for e in EPSILONS for p in PROBABILITIES],
            "pairs": [pair(e, d) for e in EPSILONS for d in DELTAS],
            "groups": [group(e, d, n) for e in EPSILONS for d in DELTAS for n in RECORDS]
            + [group(0.03220823501921305, 0.2253367858486654, 5), group(0.1, 0.2, 10), group(0.0, 0.3, 7)],
        },
        indent=None,
        separators=(",", ":"),
    ).replace("},{", "},\n{")
)
