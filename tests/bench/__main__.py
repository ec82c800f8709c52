"""`python -m tests.bench [NAME...]`: race ours against the peers on one core and print ratios taken in this run.

`degrading_pages:fax,skew` runs the races of two degradations alone.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module

BENCHES = ("judging_fields", "comparing_pages", "opening_pictures", "degrading_pages", "local_ocr")
# These need libraries that cannot be installed beside ours: `make bench` runs them in an environment of their own.
ELSEWHERE = ("degrading_by_peers", "chain_memory")
HEADINGS = ("Race", "Entrant", "Per second of the processor", "Our time / theirs")
ONE_THREAD = ("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def main(names: Sequence[str]) -> int:
    """Run the benches named (all without names); return 2 for a name that is not in the table."""
    asked = [name.partition(":")[::2] for name in names or BENCHES]
    if unknown := sorted({name for name, _ in asked} - {*BENCHES, *ELSEWHERE}):
        sys.stderr.write(f"there is no bench {unknown[0]}; there are: {', '.join((*BENCHES, *ELSEWHERE))}\n")
        return 2
    _keep_to_one_core()
    started_s = time.perf_counter()
    rows, sentences = [HEADINGS], []
    for name, parts in asked:
        sys.stderr.write(f"{name}...\n")
        bench = import_module(f"tests.bench.{name}")
        results = []
        for result in bench.bench(*parts.split(",")) if parts else bench.bench():
            results.append(result)
            sys.stderr.write(f"  {result.race}: {', '.join(row[-1] for row in result.rows()[1:])}\n")
        rows += [row for result in results for row in result.rows()]
        sentences += bench.summary(results) if hasattr(bench, "summary") else []
    if len(rows) > 1:
        _print_table(rows)
        print()
    print("\n".join(sentences))
    print(f"\n{time.perf_counter() - started_s:.0f} s on one core; a ratio above 1 is slower than the peer.")
    return 0


def _keep_to_one_core() -> None:
    """Hold this process, and the libraries it will load, to one core."""
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    import cv2

    cv2.setNumThreads(1)


def _print_table(rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    for number, row in enumerate(rows):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
