"""What other tools say of fixed presets: `python benches/peers/agreement.py > www/agreement.json`.

Every call runs alone in a process of its own, in one thread, for at most LIMIT seconds. Values are stored as they came.
"""

import datetime
import importlib.util
import json
import math
import multiprocessing
import os
import re
import sys
import time
import types
import warnings
from importlib.metadata import version

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1")
warnings.simplefilter("ignore")

from dp_accounting import GaussianDpEvent, NeighboringRelation, PoissonSampledDpEvent, SelfComposedDpEvent
from dp_accounting.pld import PLDAccountant, privacy_loss_distribution
from dp_accounting.rdp import RdpAccountant
from prv_accountant.dpsgd import DPSGDAccountant
from riskcal.accountants import CTDAccountant
from riskcal.analysis import get_advantage_from_pld, get_beta_from_pld

sys.dont_write_bytecode = True
from notes import note

LIMIT = 120
EPS_ERROR = 0.01  # of the PRV accountants: the default of Opacus


def opacus_accountants():
    """opacus.accountants without PyTorch: the package and its optimizers are empty stand-ins."""
    package = types.ModuleType("opacus")
    package.__path__ = importlib.util.find_spec("opacus").submodule_search_locations
    optimizers = types.ModuleType("opacus.optimizers")
    optimizers.DPOptimizer = object
    sys.modules |= {"opacus": package, "opacus.optimizers": optimizers}
    return importlib.import_module("opacus.accountants")


opacus = opacus_accountants()


def preset(id, label, noise_multiplier, sample_rate, num_steps, target_delta, fpr, relation="add_or_remove_one"):
    parameters = {
        "noise_multiplier": noise_multiplier,
        "sample_rate": sample_rate,
        "num_steps": num_steps,
        "neighboring_relation": relation,
        "target_delta": target_delta,
        "fpr": fpr,
    }
    return {"id": id, "label": label, "parameters": parameters}


PRESETS = [
    preset("opacus-mnist", "Opacus MNIST example, 15 epochs", 1.1, 256 / 60000, 3516, 1e-5, 1e-3),
    preset("riskcal-readme", "riskcal README", 0.5, 0.002, 10000, 1e-5, 1e-4),
    preset("long-composition", "Half a million steps", 2, 1e-4, 500000, 1e-6, 1e-3),
    preset("microsoft-default", "Default of Microsoft's calculator", 2.5, 1.28e-4, 234375, 1e-6, 1e-3, "replace_one"),
    preset("small-noise", "Small noise", 0.3, 0.01, 100, 1e-5, 1e-3),
    preset("large-batches", "Large batches, 50 epochs", 1, 0.02, 2500, 1e-5, 1e-3),
    preset("replace-one", "Replace-one, 50 epochs", 1, 0.005, 10000, 1e-5, 1e-3, "replace_one"),
]


class NoValue(Exception):
    """The tool has no answer to this question; the text says why."""


def relation(run):
    return NeighboringRelation[run["neighboring_relation"].upper()]


def add_or_remove_only(run, tool):
    if run["neighboring_relation"] != "add_or_remove_one":
        raise NoValue(f"{tool} knows add-or-remove only, under which the same training risks less.")


def composed_pld(run):
    one = privacy_loss_distribution.from_gaussian_mechanism(
        run["noise_multiplier"], sampling_prob=run["sample_rate"], neighboring_relation=relation(run)
    )
    return one.self_compose(run["num_steps"])


def riskcal_accountant(run):
    """Its own accountant where that has the relation; its conversions take any distribution of dp_accounting."""
    accountant = CTDAccountant()
    accountant.history = [(run["noise_multiplier"], run["sample_rate"], run["num_steps"])]
    return accountant


def riskcal_advantage(run):
    if run["neighboring_relation"] == "replace_one":
        return get_advantage_from_pld(composed_pld(run))
    return riskcal_accountant(run).get_advantage()


def riskcal_tpr(run):
    if run["neighboring_relation"] == "replace_one":
        return 1 - get_beta_from_pld(composed_pld(run), alpha=run["fpr"])
    return 1 - riskcal_accountant(run).get_beta(alpha=run["fpr"])


def riskcal_epsilon(run):
    add_or_remove_only(run, "riskcal's accountant")
    return riskcal_accountant(run).get_epsilon(delta=run["target_delta"])


def google(accountant, run):
    if accountant is RdpAccountant and run["neighboring_relation"] == "replace_one":
        raise NoValue("dp_accounting's RDP accountant refuses Poisson sampling under replace-one.")
    step = PoissonSampledDpEvent(run["sample_rate"], GaussianDpEvent(run["noise_multiplier"]))
    return accountant(neighboring_relation=relation(run)).compose(SelfComposedDpEvent(step, run["num_steps"]))


def prv(run):
    add_or_remove_only(run, "prv_accountant")
    return DPSGDAccountant(
        run["noise_multiplier"], run["sample_rate"], run["num_steps"], EPS_ERROR, run["target_delta"] / 1000
    )


def opacus_epsilon(mechanism, run):
    add_or_remove_only(run, "Opacus")
    accountant = opacus.create_accountant(mechanism)
    accountant.history = [(run["noise_multiplier"], run["sample_rate"], run["num_steps"])]
    return accountant.get_epsilon(delta=run["target_delta"])


def closed_form(run):
    """Cherubin et al. 2024: 1 - Bayes security; half the argument for add-or-remove."""
    factor = 1 if run["neighboring_relation"] == "replace_one" else 0.5
    return math.erf(factor * run["sample_rate"] * math.sqrt(run["num_steps"] / 2) / run["noise_multiplier"])


CALLS = [
    ("riskcal", "advantage", riskcal_advantage),
    ("riskcal", "tpr", riskcal_tpr),
    ("riskcal", "epsilon", riskcal_epsilon),
    ("dp_accounting PLD", "advantage", lambda run: google(PLDAccountant, run).get_delta(0)),
    ("dp_accounting PLD", "epsilon", lambda run: google(PLDAccountant, run).get_epsilon(run["target_delta"])),
    ("dp_accounting RDP", "epsilon", lambda run: google(RdpAccountant, run).get_epsilon(run["target_delta"])),
    ("prv_accountant", "advantage", lambda run: prv(run).compute_delta(0, run["num_steps"])[2]),
    ("prv_accountant", "epsilon", lambda run: prv(run).compute_epsilon(run["target_delta"], run["num_steps"])[2]),
    ("Opacus RDP", "epsilon", lambda run: opacus_epsilon("rdp", run)),
    ("Opacus PRV", "epsilon", lambda run: opacus_epsilon("prv", run)),
    ("Opacus GDP", "epsilon", lambda run: opacus_epsilon("gdp", run)),
    ("Microsoft closed form", "advantage", closed_form),
    ("Microsoft closed form", "tpr", lambda run: min(1, run["fpr"] + closed_form(run))),
]
PACKAGES = {
    "riskcal": ("riskcal", "MIT"),
    "dp_accounting": ("dp-accounting", "Apache-2.0"),
    "prv_accountant": ("prv-accountant", "MIT"),
    "Opacus": ("opacus", "Apache-2.0"),
}


def asked(call, run, pipe):
    start = time.perf_counter()
    try:
        value = float(call(run))
        if not math.isfinite(value):
            raise NoValue(f"The tool returned {value}.")
        pipe.send((value, float(f"{time.perf_counter() - start:.2g}"), None))
    except NoValue as reason:
        pipe.send((None, None, str(reason)))
    except Exception as error:
        pipe.send((None, None, f"The call failed: {type(error).__name__}: {' '.join(str(error).split())[:160]}"))


def limited(call, run):
    ours, theirs = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=asked, args=(call, run, theirs))
    child.start()
    try:
        return ours.recv() if ours.poll(LIMIT) else (None, None, f"No answer within {LIMIT} s.")
    finally:
        child.kill()
        child.join()


def rows(preset):
    for tool, quantity, call in CALLS:
        value, seconds, reason = limited(call, preset["parameters"])
        print(preset["id"], tool, quantity, value, seconds, reason or "", file=sys.stderr)
        why = reason or note(preset["id"], tool, quantity)
        yield {"tool": tool, "quantity": quantity, "value": value, "seconds": seconds, "note": why}


def tool(name):
    if name.startswith("Microsoft"):
        return {"name": name, "version": "Cherubin et al. 2024"}
    package, license = PACKAGES[name.split()[0]]
    return {"name": name, "version": version(package), "license": license}


def main():
    tools = [tool(name) for name in dict.fromkeys(name for name, _, _ in CALLS)]
    presets = [preset | {"rows": list(rows(preset))} for preset in PRESETS]
    figures = {"generated": str(datetime.date.today()), "tools": tools, "presets": presets}
    text = json.dumps(figures, indent=2, ensure_ascii=False)
    print(re.sub(r"e-0(\d)", r"e-\1", text))  # as the formatter of the page has them


main()
