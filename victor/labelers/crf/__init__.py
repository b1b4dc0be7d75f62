"""The linear-chain conditional random field over discretised features."""
