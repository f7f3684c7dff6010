#!/usr/bin/env python3
"""Compares our rulings on repetition with pyffish (the AXF rules of Fairy-Stockfish) on random cycles.

CHUHE_REPETITIONS is the path of the built example `repetitions` of the crate xiangqi. Prints every
disagreement with our reason; pyffish gives none.

The rules differ. Above all, for us a piece that moves along the line on which it already attacks
makes no new attack, for pyffish it does. About 1 % of random cycles differ, so more than 2 % are an
error.
"""
import argparse
import multiprocessing
import os
import subprocess
import sys

import pyffish

BATCH = 100
TOLERATED = 0.02


def one_based(move):
    """h2e2 -> h3e3."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def theirs(fen, moves):
    """The verdict of pyffish for the side to move."""
    is_over, value = pyffish.is_optional_game_end("xiangqi", fen, [one_based(move) for move in moves])
    if not is_over:
        return "none"
    return "draw" if value == 0 else "win" if value > 0 else "loss"


def compare(seed):
    """Compares a batch of cycles; returns the number of each verdict, and the disagreements."""
    command = [os.environ["CHUHE_REPETITIONS"], str(seed), str(BATCH)]
    batch = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    counts = {"win": 0, "loss": 0, "draw": 0}
    disagreements = []
    for line in batch.splitlines():
        fen, moves, ours, why = line.split("\t")
        counts[ours] += 1
        other = theirs(fen, moves.split())
        if ours != other:
            disagreements.append(f"{fen}\t{moves}\tours {ours}, theirs {other}\t{why}")
    return counts, disagreements


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cycles", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + -(-args.cycles // BATCH))
    total = {"win": 0, "loss": 0, "draw": 0}
    different = 0
    with multiprocessing.Pool() as pool:
        for counts, disagreements in pool.imap_unordered(compare, seeds):
            for verdict, count in counts.items():
                total[verdict] += count
            different += len(disagreements)
            for text in disagreements:
                print(text)
    compared = sum(total.values())
    print(f"seeds {seeds.start} to {seeds.stop - 1}: {total}, {different} disagreements")
    return 0 if compared and different <= TOLERATED * compared else 1


if __name__ == "__main__":
    sys.exit(main())
