"""The settings of the validation page, and what the tools said of them."""

import json
import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "tests" / "validation"
SETTINGS = json.loads((FOLDER / "settings.json").read_text())
PEERS_FILE = FOLDER / "peers.json"
PEERS = json.loads(PEERS_FILE.read_text()) if PEERS_FILE.exists() else {"settings": {}, "tools": []}


def printed(figures):
    """JSON as the formatter of the page has it."""
    return re.sub(r"e-0(\d)", r"e-\1", json.dumps(figures, indent=2, ensure_ascii=False))
