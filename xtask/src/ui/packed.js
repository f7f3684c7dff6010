const packs = {};
// The content of a file with several pieces. A failed request is repeated at the next call.
function pack(file) {
  if (!packs[file]) {
    const src = fetch(new URL(file, import.meta.url)).then((answer) => {
      if (!answer.ok) throw new Error(file + " could not be loaded: " + answer.status);
      return answer.arrayBuffer();
    });
    src.catch(() => { delete packs[file]; });
    packs[file] = src;
  }
  return packs[file];
}
// Loads the piece between two offsets of a file.
function packed(file, from, to) {
  return () => {
    const src = pack(file);
    return async (imports) => WebAssembly.instantiate(new Uint8Array(await src, from, to - from), imports);
  };
}
