use super::{
    catalogue::{Catalogue, Reference},
    compress,
};
use anyhow::{Context, Result, anyhow};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

/// The service worker's file, and the placeholders in it.
const WORKER: &str = "sw.js";
const VERSION_WORD: &str = "__VERSION__";
const FILES_WORD: &str = "__FILES__";
const LATER_WORD: &str = "__LATER__";

/// Folder of large files that only some pages need. The service worker stores them when they are
/// first read.
const LATER: &str = "corpus/";

/// The page, and the start of its links to style sheets.
const PAGE: &str = "index.html";
const STYLE_LINK: &str = "<link rel=\"stylesheet\" href=\"/";

/// The end of the page's compressed stream, and the text from which it continues: the server writes
/// the head of each address itself.
const PAGE_END: &str = "index.end.br";
const SHARED_FROM: &str = "<meta name=\"viewport\"";

/// Prefix of the page's program: its first file and the pieces loaded later. The build inserts a
/// folder for the version, so that no version loads a piece of another.
pub const PROGRAM: &str = "program/";

/// Prefix of the lessons.
const LESSONS: &str = "lessons/";

/// All files of the pages, by path.
#[derive(Default)]
pub struct Bundle {
    files: BTreeMap<String, Vec<u8>>,
}

impl Bundle {
    /// Adds all files of a folder and its subfolders.
    pub fn add_folder(&mut self, folder: &Path) -> Result<()> {
        self.add_below(folder, "")
    }

    /// Adds the files of the page's program.
    pub fn add_program(&mut self, folder: &Path) -> Result<()> {
        self.add_below(folder, PROGRAM)
    }

    /// Adds the texts of each language beside the page's program, which knows them by their places,
    /// and the lessons in each language.
    pub fn add_catalogues(&mut self, folder: &Path) -> Result<()> {
        const REFERENCE: &str = "en";
        let read = |path: &Path| -> Result<Catalogue> {
            let parsed = Catalogue::parse(&fs::read_to_string(path)?);
            parsed.map_err(|why| anyhow!("{}: {why}", path.display()))
        };
        let reference = read(&folder.join(format!("{REFERENCE}.properties")))?;
        let first = fs::read_to_string(folder.join("first-load.txt"))?;
        let reference = Reference::new(reference, &first).map_err(|why| anyhow!(why))?;
        let is_lesson = |(path, _): &(String, Vec<u8>)| path.starts_with(LESSONS);
        let (lessons, files) = std::mem::take(&mut self.files).into_iter().partition(is_lesson);
        let lessons: BTreeMap<String, Vec<u8>> = lessons;
        self.files = files;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "properties") {
                let tag = path.file_stem().unwrap_or_default().to_string_lossy();
                let own = read(&path)?;
                let [first, others] = own.packed(&reference);
                self.files.insert(format!("{PROGRAM}{tag}.txt"), first.into_bytes());
                self.files.insert(format!("{PROGRAM}{tag}.more.txt"), others.into_bytes());
                for (path, lesson) in &lessons {
                    let name = path.trim_start_matches(LESSONS).trim_end_matches(".json");
                    let mut lesson = serde_json::from_slice(lesson)?;
                    let text = |key: &str| own.lesson(&reference.catalogue, name, key);
                    fill_in(&mut lesson, &text).with_context(|| path.clone())?;
                    let file = format!("{LESSONS}{name}.{tag}.json");
                    self.files.insert(file, serde_json::to_vec(&lesson)?);
                }
            }
        }
        Ok(())
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

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Inlines the styles into the page, so that the first response can be painted.
    pub fn inline_styles(&mut self) -> Result<()> {
        let page = self.files.get(PAGE).context("the pages have no first page")?;
        let page = String::from_utf8(page.clone())?;
        let mut lines = String::with_capacity(page.len());
        for line in page.lines() {
            let path = line.strip_prefix(STYLE_LINK).and_then(|rest| rest.strip_suffix("\">"));
            if let Some(path) = path {
                let style = self.files.remove(path).with_context(|| format!("no {path}"))?;
                lines.push_str("<style>\n");
                lines.push_str(&squeezed(std::str::from_utf8(&style)?));
                lines.push_str("</style>\n");
            } else {
                lines.push_str(line);
                lines.push('\n');
            }
        }
        self.files.insert(PAGE.to_owned(), lines.into_bytes());
        Ok(())
    }

    /// Removes comments and indentation from the scripts.
    pub fn squeeze_scripts(&mut self) -> Result<()> {
        for (path, content) in self.files.iter_mut().filter(|(path, _)| path.ends_with(".js")) {
            let script =
                std::str::from_utf8(content).with_context(|| format!("{path} is no text"))?;
            *content = squeezed_script(script)
                .with_context(|| {
                    format!("{path} has a template literal or comment that cannot be minified")
                })?
                .into_bytes();
        }
        Ok(())
    }

    /// Moves the page's program into a folder for its version, and updates the page.
    pub fn name_version(&mut self) -> Result<()> {
        let is_program = |path: &String| path.starts_with(PROGRAM);
        let (program, mut files): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut self.files).into_iter().partition(|(path, _)| is_program(path));
        let folder = format!("{PROGRAM}{}/", version(&program));
        let page = files.get_mut(PAGE).context("the pages have no first page")?;
        let text = String::from_utf8(std::mem::take(page))?;
        *page = text.replace(&format!("\"/{PROGRAM}"), &format!("\"/{folder}")).into_bytes();
        files.extend(
            program
                .into_iter()
                .map(|(path, content)| (path.replacen(PROGRAM, &folder, 1), content)),
        );
        self.files = files;
        Ok(())
    }

    /// Writes the list of files and their version into the service worker, which caches them under
    /// that version. Any changed byte yields another version.
    pub fn seal(&mut self) -> Result<()> {
        let version = version(&self.files);
        let listed = |is_later: bool| -> String {
            let paths = self
                .files
                .keys()
                .filter(|path| *path != WORKER && *path != PAGE)
                .filter(|path| path.starts_with(LATER) == is_later)
                .map(|path| format!("\"/{path}\""));
            paths.collect::<Vec<_>>().join(", ")
        };
        let (files, later) = (listed(false), listed(true));
        let worker = self.files.get_mut(WORKER).context("the pages have no service worker")?;
        let text = String::from_utf8(std::mem::take(worker))?;
        *worker = text
            .replace(VERSION_WORD, &version)
            .replace(FILES_WORD, &files)
            .replace(LATER_WORD, &later)
            .into_bytes();
        Ok(())
    }

    /// Writes the folder atomically, so that a server sees either the old or the new one. An
    /// identical folder is left unchanged: compressing is slow, and programs that embed the folder
    /// would be rebuilt.
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
                let small = match kept_twin(folder, path, content) {
                    Some(small) => small,
                    None => compress::brotli(content)?,
                };
                brotli_bytes += small.len();
                fs::write(staging.join(format!("{path}.br")), small)?;
                if path == PAGE {
                    fs::write(staging.join(PAGE_END), page_end(content)?)?;
                }
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

    /// Whether the folder contains exactly these files, with or without compressed copies. Extra
    /// files are impossible, because the service worker lists all files.
    fn stands_in(&self, folder: &Path, compressed: bool) -> bool {
        self.files.iter().all(|(path, content)| {
            fs::read(folder.join(path)).is_ok_and(|found| found == *content)
                && folder.join(format!("{path}.br")).exists() == compressed
                && (path != PAGE || folder.join(PAGE_END).exists() == compressed)
        })
    }
}

/// The page from [`SHARED_FROM`] on, compressed.
fn page_end(page: &[u8]) -> Result<Vec<u8>> {
    let text = std::str::from_utf8(page)?;
    let at = text.find(SHARED_FROM).context("the page has no part that all addresses share")?;
    compress::brotli_end(page, at)
}

/// Replaces the names of texts in lessons by the texts.
fn fill_in<'a>(lesson: &mut Value, text: &dyn Fn(&str) -> Option<&'a str>) -> Result<()> {
    match lesson {
        Value::Object(fields) => {
            for (field, value) in fields {
                match value {
                    Value::String(name) if matches!(&**field, "title" | "text" | "done") => {
                        let found = text(name).with_context(|| format!("no text `{name}`"))?;
                        *name = found.to_owned();
                    }
                    other => fill_in(other, text)?,
                }
            }
            Ok(())
        }
        Value::Array(parts) => parts.iter_mut().try_for_each(|part| fill_in(part, text)),
        _ => Ok(()),
    }
}

/// A style sheet without comments and line layout.
fn squeezed(style: &str) -> String {
    let mut rest = style;
    let mut bare = String::with_capacity(style.len());
    while let Some((before, comment)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    bare.push_str(rest);
    let mut lines = String::with_capacity(bare.len());
    for line in bare.lines().map(str::trim).filter(|line| !line.is_empty()) {
        // Words of a value that continues on the next line need a space between them.
        if !lines.is_empty() && !lines.ends_with(['{', '}', ';', ',']) {
            lines.push(' ');
        }
        lines.push_str(line);
    }
    lines
}

/// A script without comment lines and indentation. `None` if a template literal spans lines, whose
/// indentation matters, or if code follows a comment on its line.
fn squeezed_script(script: &str) -> Option<String> {
    let mut lines = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        let begins = line.starts_with("/*");
        if in_comment || begins {
            in_comment = match line.split_once("*/") {
                None => true,
                Some((_, "")) => false,
                Some(_) => return None,
            };
        } else if !line.is_empty() && !line.starts_with("//") {
            if line.matches('`').count() % 2 == 1 {
                return None;
            }
            lines.push_str(line);
            lines.push('\n');
        }
    }
    Some(lines)
}

/// The compressed copy of an unchanged file in the old folder, which saves compressing it again.
fn kept_twin(folder: &Path, path: &str, content: &[u8]) -> Option<Vec<u8>> {
    let is_same = fs::read(folder.join(path)).is_ok_and(|found| found == content);
    if is_same { fs::read(folder.join(format!("{path}.br"))).ok() } else { None }
}

/// Hash of all files.
fn version(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_squeezed_style_means_the_same() {
        let style = "/* The table. */\n.table {\n  grid-template:\n    \"a b\" auto\n    \"c d\" 1fr;\n\n  \
            margin: 0 /* none */ auto;\n}\n\n.a,\n.b { top: 0; }\n/* never ended";
        let meant =
            ".table {grid-template: \"a b\" auto \"c d\" 1fr;margin: 0  auto;}.a,.b { top: 0; }";
        assert_eq!(squeezed(style), meant);
    }

    #[test]
    fn a_squeezed_script_does_the_same() {
        let script = "// What it is for.\nfunction a() {\n    /**\n     * @returns {number}\n     */\n    \
            return `x ${1} // y`;\n\n    /* one line */\n}\n";
        let squeezed = squeezed_script(script);
        assert_eq!(squeezed.as_deref(), Some("function a() {\nreturn `x ${1} // y`;\n}\n"));
        for script in ["const text = `two\n   lines`;", "/* it */ go();"] {
            assert_eq!(squeezed_script(script), None, "{script}");
        }
    }
}
