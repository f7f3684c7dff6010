// Loads the pages, and asks the browser to keep them for when the network is off.
import init from "/web.js";

init();

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js");
}
