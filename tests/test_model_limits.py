"""Models from elsewhere: archives that claim too much, links, and files of any bytes."""

import shutil
import zipfile
from io import BytesIO

import numpy as np
import pytest

from victor import model
from victor.errors import VictorError

HEADER = "{'descr': '<f4', 'fortran_order': False, 'shape': %s}"


@pytest.fixture
def folder(tmp_path):
    """A copy of a shipped model."""
    shutil.copytree(model.find("web-crf"), tmp_path / "model")
    return tmp_path / "model"


def npy(header: str, data: bytes = b"") -> bytes:
    """A file of an array with any header."""
    text = header.encode().ljust(118)
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


def archive(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED, **declared) -> bytes:
    """A zip archive whose directory declares what it does not hold."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, data in members.items():
            made.writestr(name, data)
        for one in made.infolist():
            for name, value in declared.items():
                setattr(one, name, value)
    return file.getvalue()


def refused(folder) -> str:
    with pytest.raises(VictorError) as found:
        model.load(folder)
    return str(found.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not a zip file"),
        (b"any bytes" * 100, "not a zip file"),
        (archive({"huge.npy": b""}, file_size=2**32 - 2), "4,294,967,294 bytes"),
        (archive({"state.npy": b"x"}, flag_bits=1), "'state.npy' is encrypted"),
        (archive({"state.npy": b"x"}, zipfile.ZIP_LZMA), "compression is not supported"),
        (archive({"state.npy": b"x"}, compress_type=77), "compression is not supported"),
        (archive({"state.npy": b"no magic"}), "magic string"),
        (archive({"state.npy": npy(HEADER % "(1000000000000, 5)")}), ""),
        (archive({"state.npy": npy(HEADER % "(-5,)")}), ""),
        (archive({"state.npy": npy(HEADER % f"({10**30},)")}), ""),
        (archive({"state.npy": npy(HEADER % "(2,)", b"only")}), ""),
        (archive({"state.npy": npy(HEADER % "(1,)", b"four and more")}), "size of an array is not"),
        (archive({"state.npy": npy("{'descr': '<U0'," + HEADER[17:] % "(10**9,)")}), ""),
        (archive({"state.npy": npy("{'descr': '<U0'," + HEADER[17:] % "(1000000000,)")}), "size"),
        (archive({"state.npy": npy("{" * 100)}), ""),
    ],
)
def test_a_damaged_archive_is_named_and_nothing_is_read_of_it(folder, data, said):
    (folder / "weights.npz").write_bytes(data)
    message = refused(folder)
    assert message.startswith(f"{folder / 'weights.npz'}: damaged: ")
    assert said in message
    assert len(message.splitlines()) == 1


def test_any_damaged_byte_is_an_error_or_nothing(folder):
    """The parts of a weights file that say how to read it, each byte changed."""
    whole = (folder / "weights.npz").read_bytes()
    places = [*range(0, 60), *range(len(whole) - 180, len(whole))]
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 0x55
        (folder / "weights.npz").write_bytes(changed)
        try:
            model.load(folder)
        except VictorError as error:
            assert "weights.npz" in str(error)


@pytest.mark.parametrize("name", ["config.yaml", "weights.npz", "meta.json"])
def test_a_link_out_of_the_model_is_not_followed(folder, tmp_path, name):
    secret = tmp_path / "secret"
    secret.write_text("password: 1234\n", "utf-8")
    (folder / name).unlink()
    (folder / name).symlink_to(secret)
    message = refused(folder)
    assert "link to a file outside" in message
    assert "cp -rL" in message
    assert "password" not in message


def test_a_link_to_a_model_is_a_model(folder, tmp_path):
    (tmp_path / "link").symlink_to(folder)
    assert model.load(tmp_path / "link").task.name == "web-crf"


@pytest.mark.parametrize("line", ["extends: ../secret.yaml", "template: ../secret.yaml"])
def test_the_configuration_of_a_model_names_no_other_files(folder, tmp_path, line):
    (tmp_path / "secret.yaml").write_text("password: 1234\n", "utf-8")
    kept = (folder / "config.yaml").read_text("utf-8").partition("template:")[0]
    (folder / "config.yaml").write_text(f"{kept}{line}\n", "utf-8")
    message = refused(folder)
    assert "names no other files" in message
    assert "password" not in message


def test_meta_data_that_is_too_large_is_refused(folder):
    with (folder / "meta.json").open("wb") as file:
        file.truncate(10**9)  # takes no space
    assert "meta.json: damaged: more than" in refused(folder)


def test_a_member_that_the_labeler_does_not_know_changes_nothing(folder):
    weights = dict(np.load(folder / "weights.npz"))
    np.savez(folder / "weights.npz", **weights, other=np.zeros(9))
    assert model.load(folder).task.name == "web-crf"


@pytest.mark.parametrize("value", [np.inf, np.nan, 3e38, -1e300])
@pytest.mark.parametrize("kind", ["f2", "f4", "f8"])
def test_numbers_that_would_overflow_are_refused(folder, value, kind):
    weights = dict(np.load(folder / "weights.npz"))
    with np.errstate(over="ignore"):
        weights["state"] = np.full_like(weights["state"], value, kind)
    np.savez(folder / "weights.npz", **weights)
    assert "too large, or not numbers" in refused(folder)


def test_half_a_surrogate_pair_in_a_configuration_is_named(folder):
    text = (folder / "config.yaml").read_text("utf-8")
    (folder / "config.yaml").write_text(text + 'other: "\\ud800"\n', "utf-8")
    assert r"cannot be read: '\ud800'" in refused(folder)
