// The worker in which computer players think.
import init from "/thinker.js";

init({ module_or_path: "/thinker_bg.wasm" });
