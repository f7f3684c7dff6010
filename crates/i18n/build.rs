//! Generates the languages and the list of messages from the catalogue files in `languages`.

#[path = "src/catalogue.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod catalogue;

use catalogue::{Catalogue, Reference};
use std::{collections::BTreeMap, env, fmt::Write as _, fs, path::Path};

/// The catalogue that defines the messages and their values.
const REFERENCE: &str = "en";

/// The list of messages of the first load.
const FIRST_LOAD: &str = "languages/first-load.txt";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=languages");
    println!("cargo::rerun-if-changed=src/catalogue.rs");
    if let Err(problem) = generate() {
        println!("cargo::error={problem}");
    }
}

fn generate() -> Result<(), String> {
    let folder = env::var("OUT_DIR").map_err(|error| error.to_string())?;
    let write = |name: &str, text: &str| {
        fs::write(Path::new(&folder).join(name), text).map_err(|error| format!("{name}: {error}"))
    };
    let catalogues = read_catalogues()?;
    let first = fs::read_to_string(FIRST_LOAD).map_err(|error| format!("{FIRST_LOAD}: {error}"))?;
    let reference = catalogues.get(REFERENCE).ok_or("no catalogue of the reference language")?;
    let reference = Reference::new(reference.clone(), &first)
        .map_err(|problem| format!("crates/i18n/{FIRST_LOAD}: {problem}"))?;
    let mut missing = Vec::new();
    for (tag, own) in &catalogues {
        own.check(&reference.catalogue).map_err(|problem| in_file(tag, &problem))?;
        let [first, others] = own.packed(&reference);
        write(&format!("{tag}.txt"), &first)?;
        write(&format!("{tag}.more.txt"), &others)?;
        let keys = own.missing(&reference.catalogue).into_iter();
        missing.extend(keys.map(|key| (tag.clone(), key)));
    }
    write("languages.rs", &languages(&catalogues)?)?;
    write("messages.rs", &messages(&reference)?)?;
    write("missing.rs", &format!("&{missing:?}"))
}

fn in_file(tag: &str, problem: &str) -> String {
    format!("crates/i18n/languages/{tag}.properties: {problem}")
}

/// The catalogues by the tags of their languages.
fn read_catalogues() -> Result<BTreeMap<String, Catalogue>, String> {
    let mut catalogues = BTreeMap::new();
    for entry in fs::read_dir("languages").map_err(|error| format!("languages: {error}"))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(tag) = name.strip_suffix(".properties") else { continue };
        let file = fs::read_to_string(&path).map_err(|error| in_file(tag, &error.to_string()))?;
        let own = Catalogue::parse(&file).map_err(|problem| in_file(tag, &problem))?;
        catalogues.insert(tag.to_owned(), own);
    }
    Ok(catalogues)
}

/// The type `Language`, with what the files say about their languages.
fn languages(catalogues: &BTreeMap<String, Catalogue>) -> Result<String, String> {
    let about = |key: &str| -> Result<Vec<&str>, String> {
        let texts = catalogues.iter();
        texts.map(|(tag, own)| own.about(key).map_err(|problem| in_file(tag, &problem))).collect()
    };
    let variants = about("variant")?;
    let tags: Vec<&str> = catalogues.keys().map(String::as_str).collect();
    let mut code = String::from(
        "/// A language of the pages.\n#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]\n\
         pub enum Language {\n",
    );
    for ((variant, tag), name) in variants.iter().zip(&tags).zip(about("name")?) {
        let _ = write!(code, "/// {name}.\n#[serde(rename = {tag:?})]\n{variant},\n");
    }
    let _ = write!(
        code,
        "}}\nimpl Language {{\n/// All languages, in the order shown.\npub const ALL: &[Language] = &[{}];\n",
        variants.iter().map(|variant| format!("Language::{variant}, ")).collect::<String>()
    );
    for (doc, name, texts) in [
        ("Language tag for `lang` attributes.", "tag", tags),
        ("Name of the language in itself.", "own_name", about("name")?),
        ("Language tag for speech synthesis.", "voice", about("voice")?),
        ("Script of its texts as an ISO 15924 code.", "script", about("script")?),
        ("Form of the characters on pieces.", "characters", about("characters")?),
        ("Notation in which its readers usually write moves.", "notation", about("notation")?),
        (
            "Browsers' tags for the language, separated by spaces.",
            "browser_tags",
            about("browser")?,
        ),
    ] {
        let arms: String = variants
            .iter()
            .zip(texts)
            .map(|(variant, text)| format!("Language::{variant} => {text:?},\n"))
            .collect();
        let _ = write!(
            code,
            "/// {doc}\npub const fn {name}(self) -> &'static str {{ match self {{ {arms} }} }}\n"
        );
    }
    code.push_str("}\n");
    for (variant, tag) in variants.iter().zip(catalogues.keys()) {
        let _ = write!(
            code,
            "#[cfg(not(target_family = \"wasm\"))]\nconst {}: [&str; 2] = [\
             include_str!(concat!(env!(\"OUT_DIR\"), \"/{tag}.txt\")),\
             include_str!(concat!(env!(\"OUT_DIR\"), \"/{tag}.more.txt\"))];\n",
            variant.to_uppercase()
        );
    }
    let arms = variants
        .iter()
        .map(|variant| format!("Language::{variant} => {},\n", variant.to_uppercase()));
    let _ = write!(
        code,
        "/// The parts of a language's packed catalogue.\n#[cfg(not(target_family = \"wasm\"))]\n\
         pub(super) const fn embedded(language: Language) -> [&'static str; 2] {{ match language {{ {} }} }}\n",
        arms.collect::<String>()
    );
    Ok(code)
}

/// The messages: a constant for each key, and a list of codes for each prefix of keys.
fn messages(reference: &Reference) -> Result<String, String> {
    let mut code = String::from("impl Message {\n");
    let mut codes: Vec<(&str, usize, Vec<&str>)> = Vec::new();
    for (index, (key, text)) in reference.catalogue.messages.iter().enumerate() {
        let Some((prefix, code_of)) = key.split_once('.') else {
            let _ =
                write!(code, "#[doc = {text:?}]\npub const {key}: Message = Message({index});\n");
            continue;
        };
        match codes.last_mut() {
            Some((last, first, list)) if *last == prefix && *first + list.len() == index => {
                list.push(code_of);
            }
            _ => codes.push((prefix, index, vec![code_of])),
        }
    }
    let _ = write!(
        code,
        "/// Numbers of messages of the first load, and of others.\n\
         pub(crate) const COUNTS: [usize; 2] = [{}, {}];\n}}\n",
        reference.first,
        reference.catalogue.messages.len() - reference.first
    );
    let mut seen = Vec::new();
    for (prefix, first, list) in codes {
        if seen.contains(&prefix) {
            let problem = format!("the messages `{prefix}.…` are not together");
            return Err(in_file(REFERENCE, &problem));
        }
        seen.push(prefix);
        let name = prefix.to_uppercase().replace('-', "_");
        let _ = write!(
            code,
            "/// The messages `{prefix}.…`.\npub(crate) const {name}: Codes = Codes {{ first: {first}, codes: {:?} }};\n",
            list.join(" ")
        );
    }
    Ok(code)
}
