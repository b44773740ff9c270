"""What other tools say of every setting of the validation page: `python benches/peers/validation.py`.

Reads tests/validation/settings.json and writes tests/validation/peers.json; names of settings as arguments run only
those again and keep the rest.
"""

import datetime
import platform
import sys

sys.dont_write_bytecode = True
from stored import PEERS, PEERS_FILE, SETTINGS, printed
from tools import LIMIT, MEMORY, NAMES, calls, false_mass, limited, tool


def answers(setting, rates):
    """A tool that ran out of time for one question is not asked the others of the same setting."""
    late = {}
    for name, quantity, fpr, call in calls(rates):
        answer = late.get(name) or limited(call, setting)
        if answer["value"] is None and answer["reason"].startswith("No answer"):
            late[name] = answer
        print(setting["id"], name, quantity, fpr or "", *answer.values(), file=sys.stderr, flush=True)
        yield {"tool": name, "quantity": quantity, **({"fpr": fpr} if fpr else {}), **answer}


def measured(setting, rates):
    rows = sorted(answers(setting, rates), key=lambda row: NAMES.index(row["tool"]))
    excess = limited(false_mass, setting)["value"] if rows[0]["value"] is not None else None
    return {"false_mass": excess, "rows": rows}


def store(settings, order):
    figures = {
        "generated": str(datetime.date.today()),
        "python": platform.python_version(),
        "limit_seconds": LIMIT,
        "limit_gigabytes": MEMORY,
        "tools": [tool(name) for name in NAMES],
        "settings": {id: settings[id] for id in order if id in settings},
    }
    PEERS_FILE.write_text(printed(figures) + "\n")


def main():
    order = [setting["id"] for setting in SETTINGS["settings"]]
    chosen = sys.argv[1:]
    settings = PEERS["settings"] if chosen else {}
    for setting in SETTINGS["settings"]:
        if not chosen or setting["id"] in chosen:
            settings[setting["id"]] = measured(setting, SETTINGS["fpr"])
            store(settings, order)


main()
