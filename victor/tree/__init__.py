"""HTML text to :class:`~victor.tree.tree.Tree`, and that to :class:`~victor.tree.blocks.Blocks`."""
