"""The questions put to each tool, and how: every call runs alone in a process of its own, in one thread, for a limited time.

A run is a list of phases (noise multiplier, sample rate, steps) with a neighbouring relation and a delta. Values are kept
as they came. A tool that cannot answer says why.
"""

import math
import multiprocessing
import os
import resource
import signal
import sys
import time
import warnings
from importlib.metadata import version

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
warnings.simplefilter("ignore")

from dp_accounting import GaussianDpEvent, NeighboringRelation, PoissonSampledDpEvent, SelfComposedDpEvent
from dp_accounting.pld import PLDAccountant, privacy_loss_distribution
from dp_accounting.rdp import RdpAccountant
from prv_accountant import GaussianMechanism, PoissonSubsampledGaussianMechanism, PRVAccountant
from riskcal.accountants import CTDAccountant
from riskcal.analysis import get_advantage_from_pld, get_beta_from_pld

from opacus_alone import opacus_accountants

LIMIT = 60  # seconds of computing
PATIENCE = 900  # seconds on the clock, however busy the machine is
MEMORY = 6  # GB
EPS_ERROR = 0.01  # of the PRV accountants: the default of Opacus

opacus = opacus_accountants()


class NoValue(Exception):
    """The tool has no answer to this question; the text says why."""


def relation(run):
    return NeighboringRelation[run["neighboring_relation"].upper()]


def add_or_remove_only(run, tool):
    if run["neighboring_relation"] != "add_or_remove_one":
        raise NoValue(f"{tool} knows add-or-remove only, under which the same training risks less.")


def composed_pld(run):
    plds = [
        privacy_loss_distribution.from_gaussian_mechanism(
            noise_multiplier, sampling_prob=sample_rate, neighboring_relation=relation(run)
        ).self_compose(num_steps)
        for noise_multiplier, sample_rate, num_steps in run["phases"]
    ]
    whole, *rest = plds
    for pld in rest:
        whole = whole.compose(pld)
    return whole


def history(run):
    return [tuple(phase) for phase in run["phases"]]


def riskcal_accountant(run):
    """Its own accountant where that has the relation; its conversions take any distribution of dp_accounting."""
    accountant = CTDAccountant()
    accountant.history = history(run)
    return accountant


def riskcal_advantage(run):
    if run["neighboring_relation"] == "replace_one":
        return get_advantage_from_pld(composed_pld(run))
    return riskcal_accountant(run).get_advantage()


def riskcal_tpr(run, fpr):
    if run["neighboring_relation"] == "replace_one":
        return 1 - get_beta_from_pld(composed_pld(run), alpha=fpr)
    return 1 - riskcal_accountant(run).get_beta(alpha=fpr)


def riskcal_epsilon(run):
    add_or_remove_only(run, "riskcal's accountant")
    return riskcal_accountant(run).get_epsilon(delta=run["target_delta"])


def false_mass(run):
    """What the composed law of the null, as riskcal reads it, holds beyond 1 before it is scaled back."""
    null = composed_pld(run)._pmf_add.to_dense_pmf()
    return float(null._probs.clip(min=0).sum() + null._infinity_mass - 1)


def google(accountant, run):
    if accountant is RdpAccountant and run["neighboring_relation"] == "replace_one":
        raise NoValue("dp_accounting's RDP accountant refuses Poisson sampling under replace-one.")
    composed = accountant(neighboring_relation=relation(run))
    for noise_multiplier, sample_rate, num_steps in run["phases"]:
        step = PoissonSampledDpEvent(sample_rate, GaussianDpEvent(noise_multiplier))
        composed.compose(SelfComposedDpEvent(step, num_steps))
    return composed


def prv(run):
    add_or_remove_only(run, "prv_accountant")
    steps = [
        GaussianMechanism(noise_multiplier=noise_multiplier)
        if sample_rate == 1
        else PoissonSubsampledGaussianMechanism(noise_multiplier=noise_multiplier, sampling_probability=sample_rate)
        for noise_multiplier, sample_rate, _ in run["phases"]
    ]
    counts = [num_steps for *_, num_steps in run["phases"]]
    return PRVAccountant(
        prvs=steps, max_self_compositions=counts, eps_error=EPS_ERROR, delta_error=run["target_delta"] / 1000
    ), counts


def prv_advantage(run):
    accountant, counts = prv(run)
    return accountant.compute_delta(0, counts)


def prv_epsilon(run):
    accountant, counts = prv(run)
    return accountant.compute_epsilon(run["target_delta"], counts)


def opacus_epsilon(mechanism, run):
    add_or_remove_only(run, "Opacus")
    if mechanism == "gdp" and len(run["phases"]) > 1:
        raise NoValue("Opacus' GDP accountant takes one noise multiplier and one sample rate.")
    accountant = opacus.create_accountant(mechanism)
    accountant.history = history(run)
    return accountant.get_epsilon(delta=run["target_delta"])


def closed_form(run):
    """Cherubin et al. 2024: 1 - Bayes security; half the argument for add-or-remove."""
    if len(run["phases"]) > 1:
        raise NoValue("The calculator takes one noise multiplier and one sample rate.")
    [(noise_multiplier, sample_rate, num_steps)] = run["phases"]
    factor = 1 if run["neighboring_relation"] == "replace_one" else 0.5
    return math.erf(factor * sample_rate * math.sqrt(num_steps / 2) / noise_multiplier)


def calls(rates):
    """Tool, quantity, false-positive rate if it has one, and the call: a number, or (lower end, estimate, upper end)."""
    for fpr in rates:
        yield "riskcal", "tpr", fpr, lambda run, fpr=fpr: riskcal_tpr(run, fpr)
        yield "Microsoft closed form", "tpr", fpr, lambda run, fpr=fpr: min(1, fpr + closed_form(run))
    yield "riskcal", "advantage", None, riskcal_advantage
    yield "riskcal", "epsilon", None, riskcal_epsilon
    yield "dp_accounting PLD", "advantage", None, lambda run: google(PLDAccountant, run).get_delta(0)
    yield "dp_accounting PLD", "epsilon", None, lambda run: google(PLDAccountant, run).get_epsilon(run["target_delta"])
    yield "dp_accounting RDP", "epsilon", None, lambda run: google(RdpAccountant, run).get_epsilon(run["target_delta"])
    yield "prv_accountant", "advantage", None, prv_advantage
    yield "prv_accountant", "epsilon", None, prv_epsilon
    yield "Opacus RDP", "epsilon", None, lambda run: opacus_epsilon("rdp", run)
    yield "Opacus PRV", "epsilon", None, lambda run: opacus_epsilon("prv", run)
    yield "Opacus GDP", "epsilon", None, lambda run: opacus_epsilon("gdp", run)
    yield "Microsoft closed form", "advantage", None, closed_form


PACKAGES = {
    "riskcal": ("riskcal", "MIT"),
    "dp_accounting": ("dp-accounting", "Apache-2.0"),
    "prv_accountant": ("prv-accountant", "MIT"),
    "Opacus": ("opacus", "Apache-2.0"),
}
NAMES = [
    "riskcal",
    "dp_accounting PLD",
    "dp_accounting RDP",
    "prv_accountant",
    "Opacus RDP",
    "Opacus PRV",
    "Opacus GDP",
    "Microsoft closed form",
]


def tool(name):
    if name.startswith("Microsoft"):
        return {"name": name, "version": "Cherubin et al. 2024"}
    package, license = PACKAGES[name.split()[0]]
    return {"name": name, "version": version(package), "license": license}


def asked(call, run, pipe):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY << 30, MEMORY << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    start = time.process_time()  # other work on the machine does not count
    try:
        answer = call(run)
        lower, _, value = map(float, answer) if isinstance(answer, tuple) else (None, None, float(answer))
        if not math.isfinite(value):
            raise NoValue(f"The tool returned {value}.")
        ends = {} if lower is None else {"lower": lower}
        pipe.send({"value": value, **ends, "seconds": float(f"{time.process_time() - start:.2g}")})
    except NoValue as reason:
        pipe.send({"value": None, "reason": str(reason)})
    except MemoryError:
        pipe.send({"value": None, "reason": f"It needs more than {MEMORY} GB of memory."})
    except Exception as error:
        text = " ".join(str(error).split())[:160]
        pipe.send({"value": None, "reason": f"The call failed: {type(error).__name__}: {text}"})


def limited(call, run):
    """The answer of a call, or that there is none within the limits."""
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=asked, args=(call, run, theirs))
    child.start()
    theirs.close()
    try:
        return ours.recv() if ours.poll(PATIENCE) else {"value": None, "reason": f"No answer within {PATIENCE} s."}
    except EOFError:
        child.join()
        late = child.exitcode in (-signal.SIGXCPU, -signal.SIGKILL)
        reason = f"No answer within {LIMIT} s." if late else f"The call failed: it ended with {child.exitcode}."
        return {"value": None, "reason": reason}
    finally:
        child.kill()
        child.join()
