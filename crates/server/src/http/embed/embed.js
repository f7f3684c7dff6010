// The page of a game inside another site. It stores nothing, takes no message of the page around it,
// and connects as a spectator.
"use strict";
(() => {
  const { table, boards, pieces, days } = document.body.dataset;
  const board = document.getElementById("board");

  // Shows a picture once it is loaded, and never an older one after a newer one.
  let shown = 0;
  let asked = 0;
  const show = (source) => {
    const number = ++asked;
    const next = new Image();
    next.onload = () => {
      if (number > shown) {
        shown = number;
        board.src = next.src;
      }
    };
    next.src = source;
  };

  const replay = () => {
    const plies = Number(document.body.dataset.plies);
    const moves = document.getElementById("moves");
    let ply = plies;
    const go = (to) => {
      ply = Math.min(Math.max(to, 0), plies);
      show(`${boards}/${ply}.svg?${pieces}`);
      for (const move of moves.querySelectorAll("button")) {
        if (Number(move.dataset.ply) === ply) {
          move.setAttribute("aria-current", "true");
          moves.scrollTop = move.offsetTop - moves.offsetTop - moves.clientHeight / 2;
        } else {
          move.removeAttribute("aria-current");
        }
      }
    };
    const steps = {
      first: () => go(0),
      back: () => go(ply - 1),
      next: () => go(ply + 1),
      last: () => go(plies),
    };
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.step) steps[button.dataset.step]();
      else go(Number(button.dataset.ply));
    });
    document.addEventListener("keydown", (event) => {
      const step = keys[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      steps[step]();
    });
    go(plies);
  };

  const watch = () => {
    const PING_MS = 20000;
    const LONGEST_WAIT_MS = 60000;
    let wait = 1000;
    let clocks = null;
    let since = 0;
    const two = (number) => String(number).padStart(2, "0");
    const written = (ms) => {
      const seconds = Math.ceil(Math.max(ms, 0) / 1000);
      const minutes = Math.floor(seconds / 60);
      const hours = Math.floor(minutes / 60);
      if (hours >= 24) {
        const numbers = [Math.floor(hours / 24), hours % 24];
        return days.replace(/\{(\d)\}/g, (_, place) => numbers[place]);
      }
      if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
      return `${minutes}:${two(seconds % 60)}`;
    };
    const tick = () => {
      if (!clocks) return;
      const passed = Date.now() - since;
      for (const seat of document.querySelectorAll("#players li")) {
        const index = Number(seat.dataset.seat);
        const left = clocks.left_ms[index] - (clocks.running === index ? passed : 0);
        seat.querySelector("time").textContent = written(left);
      }
    };
    const take = (n, state) => {
      if (state.end) {
        // The page of the finished game has the moves.
        setTimeout(() => location.reload(), 1500);
      }
      clocks = state.clocks || null;
      since = Date.now();
      for (const seat of document.querySelectorAll("#players li")) {
        const moves = state.turn.phase === "seat" && state.turn.seat === Number(seat.dataset.seat);
        seat.toggleAttribute("data-moves", moves);
      }
      tick();
      show(`/embed/t/${table}/board.svg?n=${n}&${pieces}`);
    };
    const connect = () => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/tables/${table}/socket`);
      const ping = setInterval(() => {
        if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
      }, PING_MS);
      socket.onopen = () => socket.send('{"type":"hello","token":"","last":0}');
      socket.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.type === "snapshot" || message.type === "update") {
          wait = 1000;
          take(message.n, message.state);
        }
      };
      socket.onclose = () => {
        clearInterval(ping);
        setTimeout(connect, wait);
        wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      };
    };
    setInterval(tick, 500);
    connect();
  };

  if (document.getElementById("moves")) replay();
  else if (table && document.body.dataset.over !== "true") watch();
})();
