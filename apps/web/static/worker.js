// The same wasm as the page; its main function sees that there is no window and thinks instead.
import init from "/web.js";

init();
