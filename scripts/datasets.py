"""The tables of the laboratory, from installed packages: writes data/*.csv and data/tables.json.

    python -m venv DIR && DIR/bin/pip install scikit-learn==1.9.1 statsmodels==0.15.0
    DIR/bin/python scripts/datasets.py

Nothing is downloaded here. Every table names its source and its terms; a test holds the hashes.
"""

import csv
import hashlib
import io
import json
from pathlib import Path

import sklearn
import statsmodels
from sklearn.datasets import load_breast_cancer, load_digits
from statsmodels.datasets import randhie

HERE = Path(__file__).resolve().parent.parent / "data"


def digits():
    data = load_digits()
    header = ["digit"] + [f"p{row}{column}" for row in range(8) for column in range(8)]
    return header, [[int(y), *map(int, x)] for x, y in zip(data.data, data.target)]


def breast_cancer():
    data = load_breast_cancer()
    names = [str(name).replace(" ", "_") for name in data.feature_names]
    kinds = [str(name) for name in data.target_names]
    rows = [[kinds[y], *(f"{v:.4g}" for v in x)] for x, y in zip(data.data, data.target)]
    return ["diagnosis", *names], rows


def health_insurance():
    data = randhie.load_pandas().data
    header = ["visits", "coinsurance", "deductible", "incentive", "limit", "limitation", "diseases", "health"]
    rows = []
    for r in data.itertuples():
        health = "good" if r.hlthg == 1 else "fair" if r.hlthf == 1 else "poor" if r.hlthp == 1 else "excellent"
        numbers = [r.mdvis, r.lncoins, r.idp, r.lpi, r.fmde, r.physlm, r.disea]
        rows.append([*(f"{v:.2f}".rstrip("0").rstrip(".") for v in numbers), health])
    return header, rows


TABLES = [
    {
        "file": "digits.csv",
        "title": "Handwritten digits, 8 by 8 pixels",
        "label": "digit",
        "make": digits,
        "source": f"scikit-learn {sklearn.__version__}, load_digits: the test set of E. Alpaydin and C. Kaynak, Optical "
        "Recognition of Handwritten Digits, UCI Machine Learning Repository 1998, doi:10.24432/C50P49",
        "licence": "CC BY 4.0 (the repository's terms; the package names none of its own for the data and is under BSD-3-Clause)",
        "changes": "none",
    },
    {
        "file": "breast-cancer.csv",
        "title": "Breast cancer, Wisconsin, diagnostic",
        "label": "diagnosis",
        "make": breast_cancer,
        "source": f"scikit-learn {sklearn.__version__}, load_breast_cancer: W. Wolberg, O. Mangasarian, N. Street, W. Street, "
        "Breast Cancer Wisconsin (Diagnostic), UCI Machine Learning Repository 1995, doi:10.24432/C5DW2B",
        "licence": "CC BY 4.0 (the repository's terms; the package names none of its own for the data and is under BSD-3-Clause)",
        "changes": "four digits of each number",
    },
    {
        "file": "health-insurance.csv",
        "title": "RAND health insurance experiment",
        "label": "visits",
        "make": health_insurance,
        "source": f"statsmodels {statsmodels.__version__}, randhie: the RAND corporation's experiment as A. Cameron and P. Trivedi, "
        "Microeconometrics 2005, use it",
        "licence": "public domain (the package's words: This is in the public domain.)",
        "changes": "two decimals of each number (coinsurance, incentive and limit are logarithms, as there); the three indicators of self-rated health as one column. A row is a year of a "
        "person, and several rows may be of one person: they are not independent",
    },
]


def main():
    HERE.mkdir(exist_ok=True)
    manifest = []
    for table in TABLES:
        header, rows = table.pop("make")()
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
        content = text.getvalue().encode()
        (HERE / table["file"]).write_bytes(content)
        sha256 = hashlib.sha256(content).hexdigest()
        manifest.append({**table, "rows": len(rows), "columns": len(header), "sha256": sha256})
    (HERE / "tables.json").write_text(json.dumps(manifest, indent=2) + "\n")


if __name__ == "__main__":
    main()
