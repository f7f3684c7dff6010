use super::compress;
use anyhow::{Context, Result};
use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

/// The service worker's file, and the two words in it that are filled in here.
const WORKER: &str = "sw.js";
const VERSION_WORD: &str = "__VERSION__";
const FILES_WORD: &str = "__FILES__";

/// The page, and how it names a style sheet.
const PAGE: &str = "index.html";
const STYLE_LINK: &str = "<link rel=\"stylesheet\" href=\"/";

/// Everything a browser may ask for, by path.
#[derive(Default)]
pub struct Bundle {
    files: BTreeMap<String, Vec<u8>>,
}

impl Bundle {
    /// Takes in all files of a folder and the folders below it.
    pub fn add_folder(&mut self, folder: &Path) -> Result<()> {
        self.add_below(folder, "")
    }

    fn add_below(&mut self, folder: &Path, prefix: &str) -> Result<()> {
        let entries =
            fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let path = format!("{prefix}{}", name.to_string_lossy());
            if entry.file_type()?.is_dir() {
                self.add_below(&entry.path(), &format!("{path}/"))?;
            } else {
                self.files.insert(path, fs::read(entry.path())?);
            }
        }
        Ok(())
    }

    /// Puts the styles into the page itself, so that the first answer can be painted.
    pub fn inline_styles(&mut self) -> Result<()> {
        let page = self.files.get(PAGE).context("the pages have no first page")?;
        let page = String::from_utf8(page.clone())?;
        let mut lines = String::with_capacity(page.len());
        for line in page.lines() {
            let path = line.strip_prefix(STYLE_LINK).and_then(|rest| rest.strip_suffix("\">"));
            if let Some(path) = path {
                let style = self.files.remove(path).with_context(|| format!("no {path}"))?;
                lines.push_str("<style>\n");
                lines.push_str(std::str::from_utf8(&style)?);
                lines.push_str("</style>\n");
            } else {
                lines.push_str(line);
                lines.push('\n');
            }
        }
        self.files.insert(PAGE.to_owned(), lines.into_bytes());
        Ok(())
    }

    /// Tells the service worker which files belong together: it keeps them under one version, and
    /// a changed byte anywhere is another version.
    pub fn seal(&mut self) -> Result<()> {
        let mut hasher = DefaultHasher::new();
        self.files.hash(&mut hasher);
        let version = format!("{:016x}", hasher.finish());
        let paths: Vec<String> = self
            .files
            .keys()
            .filter(|path| *path != WORKER && *path != PAGE)
            .map(|path| format!("\"/{path}\""))
            .collect();
        let worker = self.files.get_mut(WORKER).context("the pages have no service worker")?;
        let text = String::from_utf8(std::mem::take(worker))?;
        *worker = text
            .replace(VERSION_WORD, &version)
            .replace(FILES_WORD, &paths.join(", "))
            .into_bytes();
        Ok(())
    }

    /// Writes the folder in one go: whoever serves it meanwhile sees the old one or the new one.
    /// One that stands there already is left alone: compressing takes long, and whatever embeds the
    /// folder would be built again.
    pub fn write(&self, folder: &Path, compressed: bool) -> Result<()> {
        if self.stands_in(folder, compressed) {
            println!("ui      {} files, unchanged", self.files.len());
            return Ok(());
        }
        let staging = folder.with_extension("new");
        if staging.exists() {
            fs::remove_dir_all(&staging)?;
        }
        let (mut plain_bytes, mut brotli_bytes) = (0, 0);
        for (path, content) in &self.files {
            let target = staging.join(path);
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&target, content)?;
            plain_bytes += content.len();
            if compressed {
                let small = compress::brotli(content)?;
                brotli_bytes += small.len();
                fs::write(staging.join(format!("{path}.br")), small)?;
            }
        }
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::rename(&staging, folder)?;
        println!("ui      {} files, {} KB", self.files.len(), plain_bytes / 1024);
        if compressed {
            println!("ui      {} KB compressed", brotli_bytes / 1024);
        }
        Ok(())
    }

    /// Whether the folder holds these very files, each with its compressed twin or none with one.
    /// The service worker names all the others, so that none can be there too many.
    fn stands_in(&self, folder: &Path, compressed: bool) -> bool {
        self.files.iter().all(|(path, content)| {
            fs::read(folder.join(path)).is_ok_and(|found| found == *content)
                && folder.join(format!("{path}.br")).exists() == compressed
        })
    }
}
