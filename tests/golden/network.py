"""Losses and clipped gradients of small networks by NumPy in double precision: writes network.json.

Each record's gradient is written down whole, clipped and added; the crate never writes one down. The networks have the
crate's shape: ReLU between the layers, softmax behind the last, and as parameters the weights of each layer, a row for
each input, then its biases.
"""

import json

import numpy as np

rng = np.random.default_rng(20)


def rounded(a):
    """What single precision holds, in few digits."""
    return np.round(a * 64) / 64


def layers(widths, parameters):
    at = 0
    for a, b in zip(widths, widths[1:]):
        yield parameters[at : at + a * b].reshape(a, b), parameters[at + a * b : at + a * b + b]
        at += a * b + b


def gradient(widths, parameters, x, y):
    """The loss of one record and its gradient by every parameter."""
    net = list(layers(widths, parameters))
    values = [x]
    for place, (w, b) in enumerate(net):
        z = values[-1] @ w + b
        values.append(z if place + 1 == len(net) else np.maximum(z, 0))
    z = values.pop()
    z = z - z.max()
    loss = np.log(np.exp(z).sum()) - z[y]
    delta = np.exp(z) / np.exp(z).sum()
    delta[y] -= 1
    parts = []
    for (w, _), value in zip(reversed(net), reversed(values)):
        parts += [delta, np.outer(value, delta).ravel()]
        delta = (w @ delta) * (value > 0)
    return loss, np.concatenate(parts[::-1])


cases = []
for widths in [[4, 3], [5, 7, 2], [6, 9, 5, 4]]:
    size = sum((a + 1) * b for a, b in zip(widths, widths[1:]))
    parameters = rounded(rng.normal(size=size))
    features = rounded(rng.normal(size=(12, widths[0])))
    labels = rng.integers(0, widths[-1], 12)
    found = [gradient(widths, parameters, x, y) for x, y in zip(features, labels)]
    norms = [np.linalg.norm(g) for _, g in found]
    clip = float(rounded(np.median(norms)))
    clipped = sum(g * min(1, clip / norm) for (_, g), norm in zip(found, norms))
    cases.append(
        {
            "widths": widths,
            "parameters": parameters.tolist(),
            "features": features.tolist(),
            "labels": labels.tolist(),
            "losses": [float(f"{loss:.12g}") for loss, _ in found],
            "clip": clip,
            "clipped_sum": [float(f"{g:.12g}") for g in clipped],
        }
    )

source = f"NumPy {np.__version__}, double precision; written by network.py"
with open("network.json", "w") as file:
    rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    file.write(f'{{"source":"{source}","cases":[\n{rows}\n]}}\n')
