// Runs before the first paint: sets the stored language and theme, or those of the browser. Then it
// loads the program.
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
    // Without storage, or with an invalid text, the program uses the defaults.
  }
  const known = (value, values) => (values.includes(value) ? value : undefined);
  // The same choice as `Language::of_browser`: the longest tag that fits.
  const languages = document.querySelector('meta[name="languages"]').content.split(";").map((it) => it.split("="));
  const fits = (tag) => `${navigator.language}-`.toLowerCase().startsWith(`${tag}-`.toLowerCase());
  const fitting = languages.flatMap(([own, tags]) => tags.split(" ").filter(fits).map((tag) => [tag.length, own]));
  const [, best] = fitting.reduce((one, other) => (other[0] > one[0] ? other : one), [0, "en"]);
  root.lang = known(kept.language, languages.map(([own]) => own)) ?? best;
  const others = new CSSStyleSheet();
  for (const [own] of languages) others.insertRule(`html:lang(${own}) [data-in]:not([data-in="${own}"]) { display: none; }`);
  document.adoptedStyleSheets = [others];
  const theme = known(kept.theme, ["paper", "wood", "jade", "ink"]);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = theme ?? (dark ? "ink" : "paper");
  // Written by `my_place.rs`.
  const numbers = place.split("x").map(Number);
  const [width, head, row, columns, remote] = numbers;
  const isPossible = (number) => number >= 0 && number <= 20000;
  if (width === innerWidth && columns > 0 && numbers.length === 5 && numbers.every(isPossible)) {
    // Reserves the height of the player's games until the program shows them.
    const shown = Math.min(remote + local, 3);
    const tenths = head + Math.ceil(shown / columns) * row;
    root.style.setProperty("--my-games", `${tenths / 10}px`);
    root.dataset.myGames = "";
  }
  // The same condition as `Settings::asks_for_pictures`, because the offer is shown before the program
  // has loaded.
  const { pieces = "brush", notation = "chinese", pictures_asked } = kept;
  const is_usual = pieces === "brush" && notation === "chinese";
  if (root.lang === "en" && is_usual && !pictures_asked) root.dataset.asksForPictures = "";
}

// The bar of the site and the static page. `data-place` tells the style sheet how much room the bar
// has, and `data-opens` which placeholder is shown until the program has loaded. Their links change
// the address without a reload, and `popstate` tells the program. Old links have the page after `#`.
{
  const root = document.documentElement;
  const all = (what) => document.querySelectorAll(`.site ${what}`);
  const close = () => all("[open]").forEach((group) => group.removeAttribute("open"));
  const show = () => {
    const path = location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname;
    const [, page, part] = path.split("/");
    const opens = { now: page, new: part }[page] ?? "elsewhere";
    if (page) root.dataset.opens = opens;
    else delete root.dataset.opens;
    const isBoard = ["learn", "puzzles", "editor", "record", "game", "analysis", "study"].includes(page) || (page === "boards" && part);
    const isGame = ["now", "play", "t"].includes(page);
    root.dataset.place = isGame ? "game" : isBoard || page === "new" ? "board" : page ? "page" : "start";
    for (const link of all("nav a")) {
      const isCurrent = link.pathname.split("/")[1] === page;
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    close();
  };
  show();
  for (const event of ["popstate", "chuhe-page", "DOMContentLoaded"]) addEventListener(event, show);
  addEventListener("click", (event) => {
    const link = event.target.closest?.("#early a, .site a");
    if (!event.target.closest?.(".site")) close();
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    history.pushState((history.state ?? 0) + 1, "", link.href);
    scrollTo(0, 0);
    dispatchEvent(new PopStateEvent("popstate"));
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    document.querySelector(".site [open] summary")?.focus();
    close();
  });
}

// The page links its version of the program. The program replaces the static page, so it starts after
// the whole page has been parsed: from the cache it may arrive earlier.
{
  const linked = (rel) => document.querySelector(`link[rel="${rel}"]`).href;
  const script = linked("modulepreload");
  const program = import(script);
  const binary = linked("preload");
  const { lang } = document.documentElement;
  // The reader's language: the texts of the start page and of a first game. The program loads all others.
  const texts = async () => {
    for (;;) {
      try {
        const answer = await fetch(new URL(lang + ".txt", script));
        if (answer.ok) return await answer.text();
      } catch {
        // The network is down.
      }
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  };
  const first = texts();
  const begin = async () => {
    const it = await program;
    window.chuheTexts = await first;
    await it.default({ module_or_path: binary });
  };
  addEventListener("DOMContentLoaded", begin);
}

// Files that a first game does not need are fetched later: the icon, the print style, the manifest,
// and the offline copy of the pages.
const KEEP_AFTER_MS = 8000;
const keep = () => {
  document.querySelector('link[rel="icon"]').href = "/icon.svg";
  for (const [rel, href] of [["stylesheet", "/style/print.css"], ["apple-touch-icon", "/icon-192.png"], ["manifest", "/manifest.webmanifest"]]) {
    document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  }
  // Without the server, an earlier offline copy is still used.
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.register("/sw.js").catch(() => {});
  // The worker has not seen what was read before it was there.
  serviceWorker.ready.then(({ active }) => {
    const tell = (list) => (serviceWorker.controller ?? active).postMessage(list.getEntries().map(({ name }) => new URL(name).pathname));
    new PerformanceObserver(tell).observe({ type: "resource", buffered: true });
  });
};
addEventListener("load", () => setTimeout(keep, KEEP_AFTER_MS));
