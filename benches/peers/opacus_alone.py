"""opacus.accountants without PyTorch, which they do not need."""

import importlib.util
import sys
import types


def opacus_accountants():
    """The package and its optimizers are empty stand-ins."""
    package = types.ModuleType("opacus")
    package.__path__ = importlib.util.find_spec("opacus").submodule_search_locations
    optimizers = types.ModuleType("opacus.optimizers")
    optimizers.DPOptimizer = object
    sys.modules |= {"opacus": package, "opacus.optimizers": optimizers}
    return importlib.import_module("opacus.accountants")
