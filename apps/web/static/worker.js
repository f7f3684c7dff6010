// The same wasm as the page; its main function sees that there is no window and thinks instead.
import init from "/web.js";

init({ module_or_path: "/web_bg.wasm" });
