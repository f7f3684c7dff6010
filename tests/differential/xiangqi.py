#!/usr/bin/env python3
"""Compares our legal moves with pyffish (the rules of Fairy-Stockfish) on random positions.

CHUHE_POSITIONS is the path of the built example `positions` of the crate xiangqi. We number ranks
from 0, pyffish from 1. Stops at the first disagreement.
"""
import argparse
import multiprocessing
import os
import subprocess
import sys

import pyffish

# Number of games that one call of the example plays, of 150 plies at most.
BATCH = 5


def one_based(move):
    """h2e2 -> h3e3."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def compare(seed):
    """Compares a batch of games; returns the number of positions, and the first disagreement if any."""
    command = [os.environ["CHUHE_POSITIONS"], str(seed), str(BATCH)]
    batch = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = batch.splitlines()
    for line in lines:
        fen, _, moves = line.partition("\t")
        ours = {one_based(move) for move in moves.split()}
        theirs = set(pyffish.legal_moves("xiangqi", fen, []))
        if ours != theirs:
            return 0, f"seed {seed}: {fen}\nonly ours: {sorted(ours - theirs)}\nonly theirs: {sorted(theirs - ours)}"
    return len(lines), None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + -(-args.games // BATCH))
    compared = 0
    with multiprocessing.Pool() as pool:
        for positions, disagreement in pool.imap_unordered(compare, seeds):
            if disagreement:
                print(disagreement)
                return 1
            compared += positions
    print(f"{compared} positions agree, seeds {seeds.start} to {seeds.stop - 1}")
    return 0 if compared else 1


if __name__ == "__main__":
    sys.exit(main())
