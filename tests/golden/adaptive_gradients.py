"""What gradients at given distances reveal at most and at least, over all orders that may depend on the past.

`python tests/golden/adaptive_gradients.py > tests/golden/adaptive_gradients.json`, two minutes. Dynamic programming over the overlap
of the remaining steps, with nine pairs of gradients between one ray and one length; no bounds, but midpoint laws on two lattices,
extrapolated. Shares nothing with the crate. Needs NumPy.
"""

import json

import numpy as np

# Noise multiplier, sample rate, distance over clipping norm, steps.
SETTINGS = [(1, 0.01, 0.3, 1000), (0.7, 0.01, 0.2, 1000), (2, 0.01, 0.3, 600), (5, 0.1, 0.3, 500), (1, 0.1, 1.0, 100), (0.5, 1e-3, 0.3, 300)]
PAIRS = 9


def pair(m, r, share):
    """Gradients of length m and between m - r and m, r apart; share 1 is the ray."""
    product = m * r * (r / (2 * m) + share * (1 - r / (2 * m)))
    along = m - product / m
    return (m, 0.0), (along, -np.sqrt(max(r * r - (m - along) ** 2, 0.0)))


def law(u, v, q, unit, points):
    """Weights sqrt(P Q) of the loss, in cells split between the two points around it."""
    z = np.linspace(-8.5, 8.5 + u[0], 1201)
    y = np.linspace(-8.5, 8.5, 601) if abs(v[1]) > 1e-9 else np.zeros(1)
    z_, y_ = np.meshgrid(z, y, indexing="ij")
    density = np.exp(-z_**2 / 2) / np.sqrt(2 * np.pi) * (z[1] - z[0])
    if len(y) > 1:
        density = density * np.exp(-y_**2 / 2) / np.sqrt(2 * np.pi) * (y[1] - y[0])
    losses = [np.log1p(q * np.expm1(x[0] * z_ + x[1] * y_ - (x[0] ** 2 + x[1] ** 2) / 2)) for x in (u, v)]
    loss = (losses[0] - losses[1]).ravel() / unit
    weight = (density * np.exp((losses[0] + losses[1]) / 2)).ravel()
    low = np.floor(loss).astype(int)
    kernel = np.zeros(points)
    np.add.at(kernel, low % points, weight * (1 - (loss - low)))
    np.add.at(kernel, (low + 1) % points, weight * (loss - low))
    return kernel


def advantage(noise, q, distance, steps, points, width):
    m = 1 / noise
    unit = width / points
    spectra = []
    for k in range(PAIRS):
        spectrum = np.fft.rfft(law(*pair(m, distance * m, k / (PAIRS - 1)), q, unit, points))
        spectra += [spectrum, spectrum.conj()]
    spectra = np.array(spectra)
    order = (np.arange(points) - points // 2) * unit
    equal = np.exp(-abs(order) / 2)
    overlap = equal.copy()
    edge = points // 8
    for _ in range(steps):
        found = np.fft.irfft(np.fft.rfft(np.fft.ifftshift(overlap))[None] * spectra, points, axis=1)
        overlap = np.minimum(np.fft.fftshift(found, axes=1).min(0), equal)
        overlap[:edge], overlap[-edge:] = equal[:edge], equal[-edge:]
    return 1 - overlap[points // 2]


def main():
    rows = []
    for noise, q, distance, steps in SETTINGS:
        m, r = 1 / noise, distance / noise
        spread = q * np.sqrt(steps * max(np.exp(m * m) + np.exp((m - r) ** 2) - 2 * np.exp(m * (m - r)), 2 * np.exp(m * m) - 2 * np.exp(m * m - r * r / 2)))
        # A lattice spreads each step by its unit's square: what is left halves twice.
        coarse, fine = (advantage(noise, q, distance, steps, points, 16 * spread + 2 * q) for points in (4096, 8192))
        rows.append({"noise_multiplier": noise, "sample_rate": q, "gradient_distance": distance, "num_steps": steps, "advantage": fine + (fine - coarse) / 3, "error": 2 * abs(fine - coarse)})
    print(json.dumps(rows, indent=1))


main()
