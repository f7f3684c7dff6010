// The worker that runs the computer players.
import init from "/thinker.js";

// Thrown outside the promise, a failure is an error event of the worker, which the page receives.
init({ module_or_path: "/thinker_bg.wasm" }).catch((error) => setTimeout(() => { throw error; }));
