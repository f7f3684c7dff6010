// Runs before anything is painted: language and colours as they were chosen, or as the browser has
// them. Then it loads the program.
{
  const root = document.documentElement;
  let kept = {};
  let place = "";
  let local = 0;
  try {
    place = localStorage.getItem("chuhe.my-games") ?? "";
    local = JSON.parse(localStorage.getItem("chuhe.games"))?.length ?? 0;
    kept = JSON.parse(localStorage.getItem("chuhe.settings")) ?? {};
  } catch {
    // A browser that keeps nothing, or a text that is broken: the program knows what to do then.
  }
  const tag = navigator.language.toLowerCase();
  const chinese = /hant|-tw|-hk|-mo/.test(tag) ? "zh-Hant" : "zh-Hans";
  root.lang = kept.language ?? (tag.startsWith("zh") ? chinese : "en");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = kept.theme ?? (dark ? "ink" : "paper");
  // As `my_place.rs` keeps it.
  const [width, head, row, columns, remote] = place.split("x").map(Number);
  if (width === innerWidth && columns > 0) {
    // One's games arrive with the program: their place is as high as they will be.
    const shown = Math.min(remote + local, 3);
    const tenths = head + Math.ceil(shown / columns) * row;
    root.style.setProperty("--my-games", `${tenths / 10}px`);
    root.dataset.myGames = "";
  }
  // As `Settings::asks_for_pictures` has it: the question stands before the program does.
  const { pieces = "brush", notation = "chinese", pictures_asked } = kept;
  const is_usual = pieces === "brush" && notation === "chinese";
  if (root.lang === "en" && is_usual && !pictures_asked) root.dataset.asksForPictures = "";
  if (location.pathname !== "/" || location.hash.length > 2) root.dataset.opens = "elsewhere";
}

// The page says where its version of the program lies. The program takes the place of what the page
// shows, and so begins when all of the page is there: kept from a visit before, it can be faster.
{
  const linked = (rel) => document.querySelector(`link[rel="${rel}"]`).href;
  const program = import(linked("modulepreload"));
  const binary = linked("preload");
  const begin = () => program.then((it) => it.default({ module_or_path: binary }));
  addEventListener("DOMContentLoaded", begin);
}

// What a first game does not need waits until the browser has fetched what it needs: the icon, what
// is needed to print and to install the pages, and their copy for when the network is off.
const KEEP_AFTER_MS = 8000;
const keep = () => {
  document.querySelector('link[rel="icon"]').href = "/icon.svg";
  for (const [rel, href] of [["stylesheet", "/style/print.css"], ["apple-touch-icon", "/icon-192.png"], ["manifest", "/manifest.webmanifest"]]) {
    document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  }
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js");
};
addEventListener("load", () => setTimeout(keep, KEEP_AFTER_MS));
