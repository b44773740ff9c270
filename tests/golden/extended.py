"""Values of runs in which the record is rarely drawn, in 80-bit numbers: writes extended.json.

The characteristic function of the affinity measure is summed on the real axis with far more nodes than the engine's
certificate would ask for, at each frequency anew; the curve is the Fourier series of the kernel e^(-|y|/2). No step is
shared with the engine, which integrates above the axis and turns its nodes from frequency to frequency.
"""

import json
import sys

import numpy as np
from scipy.optimize import brentq, minimize_scalar

NUMBER = np.longdouble
PI = NUMBER("3.14159265358979323846264338327950288")

# Noise multiplier, sample rate, steps; highest frequency, window, spacing; deltas.
SETTINGS = [
    ("0.8", "0.001", "100", 3500, 22, "0.002", [1e-5, 1e-6, 1e-7, 1e-8]),
    ("0.6", "0.0001", "1000", 3200, 24, "0.0015", [1e-5, 1e-8, 1e-9]),
]
RATES = [1e-3, 1e-2, 1e-1]


def curve(sigma, q, steps, cutoff, window, spacing):
    """The divergence at an order, as a function."""
    m = 1 / sigma
    z = np.arange(NUMBER(-11), 11 + 2 * m, spacing)
    loss = np.log1p(q * np.expm1(m * z - m * m / 2))
    out = np.exp(-z * z / 2) / np.sqrt(2 * PI) * spacing
    half = NUMBER(1) / 2
    excess = np.expm1(loss)
    mass = out * np.exp(half * loss)
    affinity = np.sum(out * (np.expm1(half * loss) - half * excess))
    mean = np.sum(out * (loss * np.exp(half * loss) - excess))
    k = np.arange(int(cutoff * window / 2 / PI) + 1)
    u = 2 * PI * k.astype(NUMBER) / window
    re = np.array([np.sum(mass * -2 * np.sin(t * loss / 2) ** 2) for t in u]) + affinity
    im = np.array([np.sum(mass * (np.sin(t * loss) - t * loss)) for t in u]) + u * mean
    modulus = np.exp(steps * np.log1p(2 * re + re * re + im * im) / 2)
    phase = steps * np.arctan2(im, 1 + re)
    assert modulus[-1] < 1e-30
    # The kernel is cut at the edges of the window.
    edge = np.where(k % 2 == 0, -np.expm1(-NUMBER(window) / 4), 1 + np.exp(-NUMBER(window) / 4))
    weight = edge * np.where(k == 0, 1, 2) / window / (NUMBER(1) / 4 + u * u)
    return lambda eps: 1 - np.exp(NUMBER(eps) / 2) * np.sum(weight * modulus * np.cos(phase - u * eps))


def row(sigma, q, steps, cutoff, window, spacing, deltas):
    h = curve(NUMBER(sigma), NUMBER(q), NUMBER(steps), cutoff, window, NUMBER(spacing))
    tpr = [
        minimize_scalar(lambda e, f=f: float(h(e) + NUMBER(f) * np.exp(NUMBER(e))), bounds=(-0.2, 1), method="bounded", options={"xatol": 1e-9}).fun
        for f in RATES
    ]
    epsilon = [brentq(lambda e, d=d: float(h(e) / NUMBER(d) - 1), 1e-4, 5, xtol=1e-14) for d in deltas]
    return {
        "noise_multiplier": float(sigma),
        "sample_rate": float(q),
        "num_steps": float(steps),
        "advantage": float(h(0)),
        "tpr": [{"fpr": f, "tpr": float(t)} for f, t in zip(RATES, tpr)],
        "epsilon": [{"delta": d, "epsilon": e} for d, e in zip(deltas, epsilon)],
    }


json.dump({"rows": [row(*setting) for setting in SETTINGS]}, sys.stdout, indent=1)
