"""Times what others take for the same work, in one thread: riskcal for the advantage, dp_accounting and prv_accountant for
epsilon, NumPy for Algorithm 1 and for the laboratory's trainings."""

import importlib.metadata
import json
import os
import sys
import time

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")

import numpy
import prv_accountant
from dp_accounting.pld import privacy_loss_distribution
from riskcal.calibration.dpsgd import get_advantage_for_dpsgd

import trainings


def timed(call, repeats):
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        value = call()
        times.append(time.perf_counter() - start)
    return value, times


def algorithm_1(run, generator):
    """Algorithm 1 of the optimal-bounds paper with the sign of erratum E1, vectorised over the samples."""
    sigma, q = run["noise_multiplier"], run["sample_rate"]
    loss = numpy.zeros(run["samples"])
    for _ in range(run["num_steps"]):
        t = sigma * generator.standard_normal(run["samples"])
        loss += numpy.log1p(q * numpy.expm1((2 * t - 1) / (2 * sigma**2)))
    return float(numpy.mean(-numpy.expm1(numpy.minimum(loss, 0))))


def epsilon_by_dp_accounting(run, delta):
    step = privacy_loss_distribution.from_gaussian_mechanism(
        run["noise_multiplier"], sampling_prob=run["sample_rate"], value_discretization_interval=1e-4
    )
    return step.self_compose(run["num_steps"]).get_epsilon_for_delta(delta)


def epsilon_by_prv(run, delta):
    step = prv_accountant.PoissonSubsampledGaussianMechanism(
        sampling_probability=run["sample_rate"], noise_multiplier=run["noise_multiplier"]
    )
    accountant = prv_accountant.PRVAccountant(
        prvs=[step], max_self_compositions=[run["num_steps"]], eps_error=0.01, delta_error=delta / 1000
    )
    return accountant.compute_epsilon(delta=delta, num_self_compositions=[run["num_steps"]])[2]


def main():
    settings = json.load(sys.stdin)
    advantage = []
    for run in settings["advantage"]:
        arguments = (run["noise_multiplier"], run["sample_rate"], run["num_steps"])
        value, seconds = timed(lambda: get_advantage_for_dpsgd(*arguments), 3)
        advantage.append({"estimate": float(value), "milliseconds": [1e3 * each for each in seconds]})
    epsilon = []
    for tool, call in [("dp_accounting", epsilon_by_dp_accounting), ("prv_accountant", epsilon_by_prv)]:
        value, seconds = timed(lambda: call(settings["advantage"][0], 1e-5), 3)
        epsilon.append({"tool": tool, "estimate": float(value), "milliseconds": [1e3 * each for each in seconds]})
    run = settings["monte_carlo"]
    generator = numpy.random.default_rng(run["seed"])
    estimate, seconds = timed(lambda: algorithm_1(run, generator), 3)
    steps = run["samples"] * run["num_steps"]
    monte_carlo = {"estimate": estimate, "nanoseconds_per_step": [1e9 * each / steps for each in seconds]}
    trained = {}
    for name, call in [("network", trainings.network), ("one_hot", trainings.one_hot)]:
        _, seconds = timed(lambda: call(settings[name], 7), 3)
        trained[name] = [1e3 * each for each in seconds]
    versions = {name: importlib.metadata.version(name) for name in ("riskcal", "numpy")}
    answer = {"advantage": advantage, "epsilon": epsilon, "monte_carlo": monte_carlo, "trainings": trained}
    json.dump({**answer, "versions": versions}, sys.stdout)


main()
