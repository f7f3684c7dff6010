// Runs before anything is painted: language and colours as they were chosen, or as the browser has
// them. Then it loads the program.
{
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("chuhe.settings")) ?? {};
  } catch {
    // A browser that keeps nothing, or a text that is broken: the program knows what to do then.
  }
  const tag = navigator.language.toLowerCase();
  const chinese = /hant|-tw|-hk|-mo/.test(tag) ? "zh-Hant" : "zh-Hans";
  root.lang = kept.language ?? (tag.startsWith("zh") ? chinese : "en");
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = kept.theme ?? (dark ? "ink" : "paper");
  if (location.pathname !== "/" || location.hash.length > 2) root.dataset.opens = "elsewhere";
}

// The page says where its version of the program lies.
{
  const linked = (rel) => document.querySelector(`link[rel="${rel}"]`).href;
  import(linked("modulepreload")).then((program) => program.default({ module_or_path: linked("preload") }));
}

// The browser is asked to keep the pages for when the network is off, but not while it still
// fetches what a first game needs.
const KEEP_AFTER_MS = 8000;
if ("serviceWorker" in navigator) {
  addEventListener("load", () => setTimeout(() => navigator.serviceWorker.register("/sw.js"), KEEP_AFTER_MS));
}
