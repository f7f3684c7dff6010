// The worker in which computer players think.
import init from "/thinker.js";

// Out of the promise's hands a failure is an error of the worker, which the page hears of.
init({ module_or_path: "/thinker_bg.wasm" }).catch((error) => setTimeout(() => { throw error; }));
