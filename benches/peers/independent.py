"""A third route for settings on which the tools disagree: `python benches/peers/independent.py > tests/validation/independent.json`.

The law of the whole loss under each hypothesis by the inversion of Gil-Pelaez with the midpoint rule of Davies, in mpmath with
30 digits. No shift into the complex plane, no grid for the loss: it shares neither formula nor code with the crate, which
inverts one series on the line 1/2 + it. Good to about 15 digits; nothing is certified.
"""

import sys

from mpmath import exp, expj, expm1, log1p, mp, mpf, pi, sqrt

sys.dont_write_bytecode = True
from stored import SETTINGS, printed

mp.dps = 30
TINY = mpf(10) ** -25
REACH = 13  # standard deviations of the noise
# Setting; the length of the interval that holds its loss but for 1e-20; nodes in a standard deviation of the noise. Of these
# there must be more than frequency / (2 pi noise) where the rate is not tiny: the loss has a branch point off the real line.
ASKED = [("riskcal-readme", 120, 16), ("long-composition", 2, 16), ("schedule-fine-tuning", 40, 48), ("opacus-mnist", 20, 16)]
TOLERANCE = mpf(10) ** -18


def step_law(noise, rate, density):
    """Nodes of one step: its loss, and the weight of the node without and with the record."""
    shift = 1 / noise
    nodes = []
    first, last = round(-REACH * density), round((REACH + shift) * density)
    for k in range(first, last + 1):
        z = mpf(k) / density
        out = exp(-z * z / 2) / sqrt(2 * pi) / density
        excess = rate * expm1(z * shift - shift * shift / 2)
        nodes.append((log1p(excess), out, out * (1 + excess)))
    return nodes


class Law:
    """The loss of all steps under both hypotheses."""

    def __init__(self, phases, length, density):
        steps = [(step_law(mpf(noise), mpf(rate), density), count) for noise, rate, count in phases]
        self.h = 2 * pi / length
        self.terms = []  # frequency, characteristic functions without and with the record
        k = 0
        while True:
            t = (k + mpf(1) / 2) * self.h
            out, member = mpf(1), mpf(1)
            for nodes, count in steps:
                turns = [(expj(t * loss), a, b) for loss, a, b in nodes]
                out *= sum(turn * a for turn, a, _ in turns) ** count
                member *= sum(turn * b for turn, _, b in turns) ** count
            self.terms.append((t, out, member))
            if abs(out) < TINY and abs(member) < TINY:
                return
            k += 1

    def above(self, threshold):
        """Probability of a loss above the threshold, without and with the record."""
        out = member = mpf(0)
        for t, a, b in self.terms:
            turn = expj(-t * threshold)
            out += (turn * a).imag / t
            member += (turn * b).imag / t
        return mpf(1) / 2 + self.h / pi * out, mpf(1) / 2 + self.h / pi * member

    def delta(self, epsilon):
        """The larger of both orders of the pair."""
        out, member = self.above(epsilon)
        out_below, member_below = (1 - x for x in self.above(-epsilon))
        return max(member - exp(epsilon) * out, out_below - exp(epsilon) * member_below)


def falling(function, value, low, high):
    """Where a falling function takes a value."""
    while high - low > TOLERANCE:
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > value else (low, middle)
    return (low + high) / 2


def values(setting, length, density):
    law = Law(setting["phases"], length, density)
    half = mpf(length) / 2
    rows = [{"quantity": "advantage", "value": law.delta(mpf(0))}]
    delta = mpf(setting["target_delta"])
    rows.append({"quantity": "epsilon", "value": falling(law.delta, delta, mpf(0), half)})
    for fpr in SETTINGS["fpr"]:
        threshold = falling(lambda x: law.above(x)[0], mpf(fpr), -half, half)
        rows.append({"quantity": "tpr", "fpr": fpr, "value": law.above(threshold)[1]})
    for row in rows:
        print(setting["id"], len(law.terms), row, file=sys.stderr, flush=True)
    return [row | {"value": float(row["value"])} for row in rows]


def main():
    settings = {setting["id"]: setting for setting in SETTINGS["settings"]}
    print(printed({id: values(settings[id], length, density) for id, length, density in ASKED}))


main()
