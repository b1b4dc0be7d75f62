"""Clean a crawl with datatrove, on this machine or on a Slurm cluster.

    python scripts/cluster.py INPUT... -o OUT [--tasks 8] [--workers 2] [--model web]
    python scripts/cluster.py 's3://crawl/*.warc.gz' -o /shared/out --tasks 5000 --workers 200 \\
        --slurm PARTITION [--time 20:00:00]

INPUT is as for ``victor clean``. Each task writes OUT/rows/TASK.jsonl.gz, the rows of ``victor
clean --to jsonl``; OUT/logs has its log, its statistics (by status, reason and label) and, once it
is complete, its completion marker. Run the same command again to run the tasks without a marker:
each starts over, so that nothing is lost or duplicated. Needs the extra ``cluster``.
"""

import argparse
import os
import sys
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

from victor.errors import VictorError, require

try:
    require("datatrove", "cluster")
except VictorError as error:
    sys.exit(f"cluster.py: {error}")
from datatrove.executor import LocalPipelineExecutor, SlurmPipelineExecutor
from datatrove.executor.base import PipelineExecutor

from victor.batch.datatrove import Clean, Pages, Rows


def executor(given: argparse.Namespace) -> PipelineExecutor:
    """The pipeline on this machine, or on the cluster if a partition is given."""
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
    """Run the tasks, or submit them to Slurm."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="as for victor clean")
    parser.add_argument("-o", "--output", required=True, metavar="OUT", help="output directory")
    parser.add_argument("--tasks", type=int, default=2, help="number of tasks (2)")
    parser.add_argument(
        "--workers", type=int, default=-1, help="number of tasks that run at the same time (all)"
    )
    parser.add_argument("--model", default="web", help="shipped model or model directory (web)")
    parser.add_argument("--prefer", help="precision, recall or a beta, as for victor clean")
    parser.add_argument("--slurm", metavar="PARTITION", help="submit the tasks to Slurm")
    parser.add_argument("--time", default="20:00:00", help="Slurm time limit of a task (20:00:00)")
    parser.add_argument("--memory", type=int, default=2, help="Slurm memory of a task, in GB (2)")
    parser.add_argument("--sbatch", nargs="*", default=[], metavar="NAME=VALUE",
                        help="further sbatch options")  # fmt: skip
    given = parser.parse_args()
    try:
        executor(given).run()
    except VictorError as error:
        print(f"cluster.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
