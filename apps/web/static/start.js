// Loads the pages, and asks the browser to keep them for when the network is off.
import init from "/web.js";

init({ module_or_path: "/web_bg.wasm" });

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js");
}
