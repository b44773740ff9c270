"""The laboratory's trainings in NumPy, vectorised over the batch: a network with per-example clipping and DP-Adam, and logistic
regression on one-hot records with DP-SGD. Single precision, as there."""

import numpy


def network(run, seed):
    """Of each example only the norm of the gradient is formed, layer by layer; the clipped sum is one product a layer."""
    generator = numpy.random.default_rng(seed)
    records, features, classes = run["records"], run["features"], run["classes"]
    x = generator.standard_normal((records, features), dtype=numpy.float32)
    y = generator.integers(0, classes, records)
    widths = [features, *[run["layer_width"]] * run["layers"], classes]
    weights = [
        generator.standard_normal((a + 1, b), dtype=numpy.float32) * numpy.float32((2 / a) ** 0.5)
        for a, b in zip(widths, widths[1:])
    ]
    first = [numpy.zeros_like(weight) for weight in weights]
    second = [numpy.zeros_like(weight) for weight in weights]
    batch_size = run["sample_rate"] * records
    for step in range(1, run["num_steps"] + 1):
        batch = generator.random(records) < run["sample_rate"]
        labels = y[batch]
        ones = numpy.ones((len(labels), 1), dtype=numpy.float32)
        inputs, hidden = [], x[batch]
        for place, weight in enumerate(weights):
            inputs.append(numpy.hstack([hidden, ones]))
            hidden = inputs[-1] @ weight
            if place + 1 < len(weights):
                hidden = numpy.maximum(hidden, 0)
        exponentials = numpy.exp(hidden - hidden.max(axis=1, keepdims=True))
        error = exponentials / exponentials.sum(axis=1, keepdims=True)
        error[numpy.arange(len(labels)), labels] -= 1
        errors = [error]
        for weight, layer in zip(weights[:0:-1], inputs[:0:-1]):
            errors.insert(0, (errors[0] @ weight[:-1].T) * (layer[:, :-1] > 0))
        squares = sum((a * a).sum(axis=1) * (e * e).sum(axis=1) for a, e in zip(inputs, errors))
        scale = numpy.minimum(1, 1 / numpy.sqrt(numpy.maximum(squares, 1e-30)))[:, None].astype(numpy.float32)
        for place, (a, e) in enumerate(zip(inputs, errors)):
            noise = generator.standard_normal(weights[place].shape, dtype=numpy.float32)
            gradient = (a.T @ (e * scale) + numpy.float32(run["noise_multiplier"]) * noise) / numpy.float32(batch_size)
            first[place] += 0.1 * (gradient - first[place])
            second[place] += 0.001 * (gradient * gradient - second[place])
            slope = numpy.sqrt(second[place] / (1 - 0.999**step)) + 1e-8
            weights[place] -= 0.01 * (first[place] / (1 - 0.9**step)) / slope
    return float(weights[0][0, 0])


def one_hot(run, seed):
    generator = numpy.random.default_rng(seed)
    records, dimension = run["dataset_size"], run["dimension"]
    coordinates = generator.integers(0, dimension, records)
    labels = generator.choice(numpy.array([-1, 1], dtype=numpy.float32), records)
    parameters = numpy.zeros(dimension, dtype=numpy.float32)
    clip, rate = 0.1, 0.001
    for _ in range(run["num_steps"]):
        batch = generator.random(records) < run["sample_rate"]
        at, label = coordinates[batch], labels[batch]
        slope = label / (1 + numpy.exp(label * parameters[at]))
        noise = generator.standard_normal(dimension, dtype=numpy.float32)
        parameters += numpy.float32(rate * clip * run["noise_multiplier"]) * noise
        numpy.add.at(parameters, at, numpy.float32(rate) * numpy.clip(slope, -clip, clip))
    return float(parameters[0])
