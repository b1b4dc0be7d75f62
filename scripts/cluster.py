"""Clean a crawl by datatrove: on this machine, or on a Slurm cluster.

    python scripts/cluster.py INPUT... -o OUT [--tasks 8] [--workers 2] [--model web]
    python scripts/cluster.py 's3://crawl/*.warc.gz' -o /shared/out --tasks 5000 --workers 200 \\
        --slurm PARTITION [--time 20:00:00]

INPUT is what ``victor clean`` takes. Each task writes OUT/rows/TASK.jsonl.gz, the rows of ``victor
clean --to jsonl``; OUT/logs has its log, its statistics (by status, reason and label) and, when it
is done, its completion marker. The same command again runs the tasks that are not marked: each
begins anew, so that nothing is lost and nothing is there twice. Needs the extra ``cluster``.
"""

import argparse
import os
import sys
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

from datatrove.executor import LocalPipelineExecutor, SlurmPipelineExecutor
from datatrove.executor.base import PipelineExecutor

from victor.batch.datatrove import Clean, Pages, Rows
from victor.errors import VictorError


def executor(given: argparse.Namespace) -> PipelineExecutor:
    """The pipeline on the machine or cluster that was asked for."""
    out = Path(given.output).absolute()
    steps = [
        Pages(*given.inputs),
        Clean(given.model, given.prefer),
        Rows(str(out / "rows")),
    ]
    common = {"pipeline": steps, "tasks": given.tasks, "logging_dir": str(out / "logs")}
    if not given.slurm:
        return LocalPipelineExecutor(**common, workers=given.workers)
    return SlurmPipelineExecutor(
        **common,
        workers=given.workers,
        partition=given.slurm,
        time=given.time,
        mem_per_cpu_gb=given.memory,
        job_name="victor",
        env_command=f"export PATH={Path(sys.executable).parent}:$PATH OPENBLAS_NUM_THREADS=1",
        sbatch_args=dict(one.split("=", 1) for one in given.sbatch),
    )


def main() -> int:
    """Run, or hand in."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="a folder")
    parser.add_argument("--tasks", type=int, default=2, help="parts of the crawl (2)")
    parser.add_argument("--workers", type=int, default=-1, help="tasks at a time (all)")
    parser.add_argument("--model", default="web", help="shipped model or model folder (web)")
    parser.add_argument("--prefer", help="as of victor clean")
    parser.add_argument("--slurm", metavar="PARTITION", help="hand the tasks in to Slurm")
    parser.add_argument("--time", default="20:00:00", help="of a task on Slurm, at most")
    parser.add_argument("--memory", type=int, default=2, help="GB of a task on Slurm (2)")
    parser.add_argument("--sbatch", nargs="*", default=[], metavar="NAME=VALUE", help="more for it")
    given = parser.parse_args()
    try:
        executor(given).run()
    except VictorError as error:
        print(f"cluster.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
