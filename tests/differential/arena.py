#!/usr/bin/env python3
"""Checks our referee against pyffish (the rules of Fairy-Stockfish) on whole games of the arena.

CHUHE is the path of the program that plays the match. With --replay FILE, the games are those of a
match recorded by `chuhe arena --log FILE`. Each move must be legal in pyffish too, and no game may
continue after mate. A game that ends by mate or stalemate must do so in pyffish. Where a position
is repeated, the rulings are compared.

Two rules differ on purpose and are not compared: the number of quiet moves that make a draw, and
whether a game without attacking pieces is drawn. Rulings on repetition differ in about 1 % of
cycles (see repetition.py), and our games stop at the third occurrence. More than 5 % of games with
differing rulings are an error.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import pyffish

TOLERATED = 0.05


def one_based(move):
    """h2e2 -> h3e3."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def winner(game):
    """The seat that won according to our referee, or None."""
    if game["verdict"] == "drawn":
        return None
    first = game["seats"][0]
    return first if game["verdict"] == "won" else 1 - first


def on_move(fen, plies):
    return (0 if fen.split()[1] == "w" else 1) ^ (plies & 1)


def compare(game):
    """Returns the error of a game, if any, and whether its ruling on repetition differs."""
    fen, end = game["start"], game["end"]
    moves = []
    for played in map(one_based, game["actions"]):
        if played not in pyffish.legal_moves("xiangqi", fen, moves):
            return f"after {moves}: {played} is illegal there", False
        moves.append(played)
    is_mated = not pyffish.legal_moves("xiangqi", fen, moves)
    if is_mated != (end in ("checkmate", "stalemate")):
        return f"ours {end}, theirs {'mate' if is_mated else 'none'}", False
    if is_mated:
        in_check = pyffish.gives_check("xiangqi", fen, moves)
        if in_check != (end == "checkmate"):
            return f"ours {end}, theirs the other", False
        if winner(game) != 1 - on_move(fen, len(moves)):
            return f"{end}: the wrong side has won", False
    if end not in ("repetition", "perpetual-check", "perpetual-chase"):
        return None, False
    is_over, value = pyffish.is_optional_game_end("xiangqi", fen, moves)
    theirs = None if not is_over or value == 0 else on_move(fen, len(moves)) ^ (value < 0)
    return None, not is_over or theirs != winner(game)


def match(args):
    """Plays a match and returns its log."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "match.log")
        arena = [os.environ["CHUHE"], "arena", "--a", args.a, "--b", args.b, "--log", log]
        arena += ["--games", str(args.games), "--nodes", str(args.nodes), "--seed", str(args.seed)]
        arena += ["--threads", str(os.cpu_count() or 1)]
        subprocess.run(arena, check=True, stdout=subprocess.DEVNULL)
        return read(log)


def read(log):
    """The lines of a log: what was played, then pairs of games."""
    with open(log, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--a", default="level-5")
    parser.add_argument("--b", default="level-3")
    parser.add_argument("--replay", metavar="FILE")
    args = parser.parse_args()
    head, *pairs = read(args.replay) if args.replay else match(args)
    if head["variant"] != "xiangqi":
        parser.error(f"these are games of {head['variant']}, pyffish knows xiangqi alone")
    games = [(pair["pair"], half, game) for pair in pairs for half, game in enumerate(pair["games"])]
    ends, different = {}, 0
    for pair, half, game in games:
        ends[game["end"]] = ends.get(game["end"], 0) + 1
        wrong, is_different = compare(game)
        if wrong:
            print(f"seed {head['seed']}, pair {pair}, game {half}: {wrong}")
            print(" ".join(game["actions"]))
            return 1
        if is_different:
            different += 1
            print(f"seed {head['seed']}, pair {pair}, game {half}: another ruling than {game['end']}")
    print(f"{len(games)} games agree but for {different} rulings on repetition: {ends}")
    wanted = 1 if args.replay else args.games
    return 1 if len(games) < wanted or different > TOLERATED * len(games) else 0


if __name__ == "__main__":
    sys.exit(main())
