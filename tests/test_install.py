"""How ``make`` installs: uv is told what pip's settings say of where packages come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import install

SETTINGS = """
[global]
index-url = https://one.example/simple
find-links = /old
[install]
extra-index-url = a
  b
"""


def test_settings_of_pip_are_told_to_uv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("INDEX_URL", "EXTRA_INDEX_URL"):
        monkeypatch.delenv(f"PIP_{name}", raising=False)
    (tmp_path / "pip.conf").write_text(SETTINGS, "utf-8")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    monkeypatch.setenv("PIP_FIND_LINKS", "/wheels")
    monkeypatch.setenv("PIP_CERT", "/certificates")
    found = install.settings()  # with what this machine has set besides
    told = install.for_uv({name: found[name] for name in ("cert", "extra-index-url", "find-links", "index-url")})
    assert told is not None
    words, variables = told
    assert words == ["--default-index", "https://one.example/simple", "--index", "a", "--index", "b", "--find-links", "/wheels"]
    assert variables == {"SSL_CERT_FILE": "/certificates"}


def test_settings_that_uv_has_no_words_for_are_left_to_pip() -> None:
    assert install.for_uv({"index-url": "https://one.example/simple", "no-binary": "numpy"}) is None
    assert install.for_uv({"timeout": "9"}) == ([], {})
