"""Write digits.npz from the table in scikit-learn: the same bytes each time.

python data/make_digits.py
"""

import io
import zipfile
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

digits = load_digits()
with zipfile.ZipFile(Path(__file__).with_name("digits.npz"), "w") as archive:
    for name, array in (("pixels", digits.data), ("target", digits.target)):
        file = io.BytesIO()
        np.save(file, array.astype(np.uint8))
        entry = zipfile.ZipInfo(f"{name}.npy")  # of 1980, so that the bytes depend on nothing else
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, file.getvalue())
