#!/usr/bin/env python3
"""Tests our engine in other programs' clients: cchess from PyPI over UCI and UCCI, and Debian's
uci2wb, through which xboard uses both protocols, if it is installed.

CHUHE is the path of the program. Each client plays some moves, and pyffish checks their legality.
"""
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading

import pyffish
from cchess.engine import EngineManager

START = pyffish.start_fen("xiangqi")
PATIENCE = 60
PLIES = 6
UCI2WB = shutil.which("uci2wb", path=os.environ.get("PATH", "") + ":/usr/games")


def one_based(move):
    """h2e2 -> h3e3."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def check(client, move, moves):
    legal = pyffish.legal_moves("xiangqi", START, moves)
    if one_based(move) not in legal:
        raise SystemExit(f"{client}: {move} is illegal after {moves}")
    moves.append(one_based(move))


def play_cchess(protocol, program):
    """Plays the engine against itself; each position is sent as a FEN."""
    manager = EngineManager()
    load = manager.load_uci if protocol == "uci" else manager.load_ucci
    size = "Hash" if protocol == "uci" else "hashsize"
    if not load(program, {size: 1}, {"depth": 4}):
        raise SystemExit(f"cchess: no handshake over {protocol}")
    moves = []
    for _ in range(PLIES):
        action = manager.run_engine(pyffish.get_fen("xiangqi", START, moves))
        if "score" not in action:
            raise SystemExit(f"cchess: no score over {protocol}: {action}")
        check(f"cchess {protocol}", action["move"], moves)
    manager.quit()


def play_uci2wb(flag, program):
    """Plays the engine as Black, as xboard would use it; Red plays the first legal move."""
    adapter = subprocess.Popen(
        [UCI2WB, flag, program],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
    )
    lines = queue.Queue()

    def read():
        for line in adapter.stdout:
            lines.put(line.strip())

    threading.Thread(target=read, daemon=True).start()

    def say(line):
        adapter.stdin.write(line + "\n")
        adapter.stdin.flush()

    def until(is_last):
        while True:
            try:
                line = lines.get(timeout=PATIENCE)
            except queue.Empty:
                raise SystemExit(f"uci2wb {flag}: no answer") from None
            if is_last(line):
                return line

    say("xboard\nprotover 2")
    until(lambda line: line.startswith("feature") and "done=1" in line)
    say("new\nvariant xiangqi\nst 1\neasy\npost")
    moves = []
    for _ in range(PLIES // 2):
        red = sorted(pyffish.legal_moves("xiangqi", START, moves))[0]
        moves.append(red)
        zero_based = "".join(part if part.isalpha() else str(int(part) - 1) for part in split(red))
        say(f"usermove {zero_based}")
        answer = until(lambda line: line.startswith("move ") or "llegal" in line)
        check(f"uci2wb {flag}", answer.split()[-1], moves)
    say("quit")
    adapter.wait(PATIENCE)


def split(move):
    """h10e9 -> h 10 e 9."""
    second = next(index for index in range(1, len(move)) if move[index].isalpha())
    return move[0], move[1:second], move[second], move[second + 1:]


def main():
    with tempfile.TemporaryDirectory() as folder:
        # These clients start a program without arguments.
        program = os.path.join(folder, "engine")
        with open(program, "w", encoding="utf-8") as script:
            script.write(f'#!/bin/sh\nexec "{os.path.abspath(os.environ["CHUHE"])}" engine\n')
        os.chmod(program, 0o755)
        for protocol in ("uci", "ucci"):
            play_cchess(protocol, program)
            print(f"cchess over {protocol}: {PLIES} legal moves")
        if UCI2WB:
            for flag in ("-c", "-x"):
                play_uci2wb(flag, program)
                print(f"uci2wb {flag}: {PLIES // 2} legal moves")
        else:
            print("uci2wb is not installed: left out")
    return 0


if __name__ == "__main__":
    sys.exit(main())
