#!/usr/bin/env python3
"""Our legal moves against pyffish's (the rules of Fairy-Stockfish) on random positions.

CHUHE_POSITIONS names the built example `positions` of the crate xiangqi. Both count ranks
differently: we from 0, pyffish from 1. Fails at the first disagreement, and when fewer positions
were compared than --least asks for.
"""
import argparse
import multiprocessing
import os
import subprocess
import sys
import time

import pyffish


def one_based(move):
    """h2e2 -> h3e3."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def compare(seed):
    """Compares forty games; returns how many positions, and the first disagreement if any."""
    command = [os.environ["CHUHE_POSITIONS"], str(seed), "40"]
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
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=10_000)
    args = parser.parse_args()
    began = time.monotonic()
    compared = 0
    seed = args.seed
    workers = os.cpu_count() or 1
    with multiprocessing.Pool(workers) as pool:
        while time.monotonic() - began < args.seconds:
            for positions, disagreement in pool.map(compare, range(seed, seed + workers), chunksize=1):
                if disagreement:
                    print(disagreement)
                    return 1
                compared += positions
            seed += workers
    print(f"{compared} positions agree, seeds {args.seed} to {seed - 1}")
    if compared < args.least:
        print(f"fewer than the {args.least} asked for")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
