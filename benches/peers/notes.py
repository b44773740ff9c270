"""Why a figure differs from the exact one: for a tool and quantity, or where that is not all for a preset.

Figures quoted here were made with the versions in requirements.txt. "False mass" is what the composed null law of
dp_accounting holds beyond 1: second differences of delta are clipped at zero, so their rounding noise adds up.
"""

FALSE_MASS = (
    "Understates. dp_accounting clips the rounding noise of second differences at zero; after all steps {} of false "
    "mass lies in the null's law, mostly at large losses, and riskcal counts it as false positives."
)
GRID = (
    "Overstates. The fixed grid of 1e-4 is no finer than the loss of one step, about {}, and rounding every step "
    "adds variance. At a grid of 1e-5 the same call gives {}."
)
PLD = "Pessimistic rounding on a grid of 1e-4: a little above, as the loss of one step spans many cells."
GDP = (
    "Central limit for many steps, neither bound. Here the tail of the loss is heavier than the Gaussian's, so it "
    "understates; Opacus warns of that."
)
RDP = "Upper bound: Rényi divergences at a list of orders, converted to epsilon, give more than the exact curve does."
PRV = "Upper end: the estimate at a delta less by a thousandth, plus the allowed error of 0.01."
CLOSED = (
    "Understates. Gaussian approximation with the variance of the noise alone: a step enters by 1/noise² where the "
    "limit of many steps has {}."
)
LINE = "FPR + advantage of the closed form: a line of slope 1, far above the curve at this FPR."
REMOVAL = CLOSED.format("exp(1/noise²) - 1")
REPLACEMENT = CLOSED.format("sinh(1/noise²)")
GIVEN = " riskcal's own accountant lacks this relation: its conversion was given dp_accounting's distribution."

NOTES = {
    ("riskcal", "advantage"): "dp_accounting's delta at epsilon 0. " + PLD,
    ("riskcal", "epsilon"): "dp_accounting's epsilon. " + PLD,
    ("dp_accounting PLD", "advantage"): "Delta at epsilon 0. " + PLD,
    ("dp_accounting PLD", "epsilon"): PLD,
    ("dp_accounting RDP", "epsilon"): RDP,
    ("Opacus RDP", "epsilon"): RDP,
    ("prv_accountant", "advantage"): "Upper end of delta at epsilon 0: delta at -0.01, the allowed error in epsilon.",
    ("prv_accountant", "epsilon"): PRV,
    ("Opacus PRV", "epsilon"): PRV,
    ("Opacus GDP", "epsilon"): GDP,
    ("Microsoft closed form", "advantage"): REMOVAL,
    ("Microsoft closed form", "tpr"): LINE,
}

FOR_PRESET = {
    ("opacus-mnist", "riskcal", "tpr"): FALSE_MASS.format("4.6e-5"),
    ("riskcal-readme", "riskcal", "tpr"): FALSE_MASS.format("4.2e-4")
    + " That is more than the FPR of 1e-4 itself, so the figure falls below what guessing gives.",
    ("small-noise", "riskcal", "tpr"): FALSE_MASS.format("7e-6"),
    ("large-batches", "riskcal", "tpr"): FALSE_MASS.format("4.2e-5"),
    ("replace-one", "riskcal", "tpr"): FALSE_MASS.format("1.3e-4") + GIVEN,
    ("replace-one", "riskcal", "advantage"): "dp_accounting's delta at epsilon 0. " + PLD + GIVEN,
    ("long-composition", "riskcal", "advantage"): GRID.format("5e-5", "0.01510"),
    ("long-composition", "riskcal", "tpr"): "Overstates: the fixed grid of 1e-4 is coarser than the loss of one step, "
    "about 5e-5. At a grid of 1e-5 false mass of 2.3e-3 takes over, and it understates: 0.001132.",
    ("long-composition", "riskcal", "epsilon"): GRID.format("5e-5", "0.14051"),
    ("long-composition", "dp_accounting PLD", "advantage"): GRID.format("5e-5", "0.01510"),
    ("long-composition", "dp_accounting PLD", "epsilon"): GRID.format("5e-5", "0.14051"),
    ("long-composition", "dp_accounting RDP", "epsilon"): RDP
    + " After the best order here, 63, the list goes on with 128.",
    ("long-composition", "Opacus RDP", "epsilon"): RDP + " The best order here is the last of the list, 63.",
    ("microsoft-default", "riskcal", "advantage"): GRID.format("1e-4", "0.01984") + GIVEN,
    ("microsoft-default", "riskcal", "tpr"): GRID.format("1e-4", "0.00118065, just below the exact value") + GIVEN,
    ("microsoft-default", "dp_accounting PLD", "advantage"): GRID.format("1e-4", "0.01984"),
    ("microsoft-default", "dp_accounting PLD", "epsilon"): GRID.format("1e-4", "0.18808"),
    ("microsoft-default", "Microsoft closed form", "advantage"): REPLACEMENT,
    ("replace-one", "Microsoft closed form", "advantage"): REPLACEMENT,
    ("small-noise", "Opacus GDP", "epsilon"): "Central limit for many steps, neither bound. Its mu of 25.9 comes from "
    "a variance, exp(1/noise²) - 1, made by outcomes that 100 steps hardly ever meet: it overstates.",
    ("small-noise", "Microsoft closed form", "tpr"): "FPR + advantage, a bound if the advantage is one: the closed "
    "form's is so far below that the line lies below the curve.",
}


def note(preset, tool, quantity):
    return FOR_PRESET.get((preset, tool, quantity)) or NOTES[tool, quantity]
