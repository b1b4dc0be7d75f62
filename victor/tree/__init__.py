"""HTML to :class:`~victor.tree.tree.Tree`, and trees to :class:`~victor.tree.blocks.Blocks`."""
