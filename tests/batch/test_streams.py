"""Archives that unpack to far more than they are."""

import io

import pytest

from victor.batch.sources import _streams

zstandard = pytest.importorskip("zstandard")


def test_zstd_is_decompressed_in_pieces_of_bounded_size():
    packed = io.BytesIO()
    with zstandard.ZstdCompressor().stream_writer(packed, closefd=False) as writer:
        for _ in range(200):
            writer.write(bytes(1_000_000))
    packed.seek(0)
    sizes = [len(piece) for piece in _streams.decompressed(packed)]
    assert sum(sizes) == 200_000_000
    assert max(sizes) <= 33 << 20
