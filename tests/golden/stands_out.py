"""Advantages of records that stand out, by powers of a grid: `python tests/golden/stands_out.py > tests/golden/stands_out.json`.

The law under Q of one step's likelihood ratio w, over 1 - q, lies on points e^(kh); each cell is split between its two ends
so that its mass and its mean are kept. The T-th power of its Fourier transform is the law of the run, of which E_Q[(1 - w)+]
is the advantage. Spreading the mass costs O(h^2): two widths are extrapolated, and differ by less than the accuracy.
Needs NumPy and SciPy; shares nothing with the crate.
"""

import json
import sys

import numpy
from scipy.special import ndtr

WIDTH = 2e-4
POINTS = 1 << 22
ROUNDING = 1e-12  # of the transforms, whose largest value is 1
SETTINGS = ((0.1, 0.001, 1000), (0.12, 0.01, 300), (0.11, 0.004, 2000), (0.13, 0.02, 100))


def advantage(noise, rate, steps, width, points):
    shift, odds = 1 / noise, rate / (1 - rate)
    loss = width * numpy.arange(points + 1)
    # ln(e^loss - 1), whose form for large losses does not overflow.
    excess = loss[1:] + numpy.log(-numpy.expm1(-loss[1:]))
    z = numpy.concatenate(([-numpy.inf], (excess - numpy.log(odds) + shift**2 / 2) / shift))
    mass = -numpy.diff(ndtr(-z))
    mean = -numpy.diff(odds * ndtr(shift - z))
    loss = loss[:-1]
    # Cells beyond 300 have no mass in numbers.
    low = numpy.expm1(numpy.minimum(loss, 300))
    share = (mean - mass * low) / ((1 + low) * numpy.expm1(width))
    share = numpy.clip(share, 0, mass)
    law = mass - share
    law[1:] += share[:-1]
    run = numpy.fft.irfft(numpy.fft.rfft(law) ** steps, points)
    undrawn = steps * numpy.log1p(-rate)
    below = int(-undrawn / width) + 1
    return float(run[:below] @ -numpy.expm1(undrawn + loss[:below]))


rows = []
for noise, rate, steps in SETTINGS:
    wide = advantage(noise, rate, steps, 2 * WIDTH, POINTS // 2)
    narrow = advantage(noise, rate, steps, WIDTH, POINTS)
    rows.append(
        {
            "noise_multiplier": noise,
            "sample_rate": rate,
            "num_steps": steps,
            "advantage": narrow + (narrow - wide) / 3,
            "accuracy": abs(narrow - wide) + ROUNDING,
        }
    )
json.dump(rows, sys.stdout, indent=1)
print()
