"""What other tools say of fixed presets: `python benches/peers/agreement.py > www/words/other-tools.json`.

The presets are settings of the validation page, and the figures are those that validation.py stored, with notes.
"""

import sys

sys.dont_write_bytecode = True
from notes import note
from stored import PEERS, SETTINGS, printed

# Setting and the false-positive rate at which its TPR is shown.
PRESETS = [
    ("opacus-mnist", 1e-3),
    ("riskcal-readme", 1e-4),
    ("long-composition", 1e-3),
    ("microsoft-default", 1e-3),
    ("small-noise", 1e-3),
    ("large-batches", 1e-3),
    ("replace-one", 1e-3),
]
QUANTITIES = ["advantage", "tpr", "epsilon"]


def rows(id, fpr):
    wanted = [row for row in PEERS["settings"][id]["rows"] if row.get("fpr", fpr) == fpr]
    tools = [tool["name"] for tool in PEERS["tools"]]
    for row in sorted(wanted, key=lambda row: (tools.index(row["tool"]), QUANTITIES.index(row["quantity"]))):
        tool, quantity = row["tool"], row["quantity"]
        yield {
            "tool": tool,
            "quantity": quantity,
            "value": row["value"],
            "seconds": row.get("seconds"),
            "note": row.get("reason") or note(id, tool, quantity),
        }


def preset(id, fpr):
    setting = next(setting for setting in SETTINGS["settings"] if setting["id"] == id)
    [(noise_multiplier, sample_rate, num_steps)] = setting["phases"]
    parameters = {
        "noise_multiplier": noise_multiplier,
        "sample_rate": sample_rate,
        "num_steps": num_steps,
        "neighboring_relation": setting["neighboring_relation"],
        "target_delta": setting["target_delta"],
        "fpr": fpr,
    }
    return {"id": id, "label": setting["label"], "parameters": parameters, "rows": list(rows(id, fpr))}


def main():
    presets = [preset(id, fpr) for id, fpr in PRESETS]
    figures = {"generated": PEERS["generated"], "tools": PEERS["tools"], "presets": presets}
    print(printed(figures))


main()
