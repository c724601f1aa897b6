"""What all tests share: the engine, and the folder of the records."""

from pathlib import Path

import pytest

import barpoint

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def engine() -> barpoint.Engine:
    return barpoint.Engine()


@pytest.fixture(scope="session")
def records() -> Path:
    return ROOT / "testdata"
