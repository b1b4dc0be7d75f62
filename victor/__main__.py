"""``python -m victor``."""

from victor.commands import main

raise SystemExit(main())
