//! `chuhe serve --config FILE`: the settings of a server in a TOML file, `NAME = VALUE`.
//!
//! A setting is an option of `chuhe serve` that also has an environment variable. In the file it
//! has the option's name. The command line has precedence over the environment, and that over the
//! file.

use crate::input;
use clap::{Arg, ArgAction, ArgMatches, Command, Parser, builder::Resettable};
use std::{
    any::TypeId,
    ffi::OsString,
    path::{Path, PathBuf},
};
use toml::de::{DeTable, DeValue};

/// Subcommand whose options are the settings.
const COMMAND: &str = "serve";
/// Option that names the file.
const FILE: &str = "config";
/// Pairs of options for the same thing: the database and the mail server. If the command line or the
/// environment gives either, the file's values of both are ignored.
const PLACES: [[&str; 2]; 2] = [["store", "store_file"], ["smtp", "smtp_file"]];

/// Why no arguments were parsed.
pub enum ArgumentError {
    /// Help was asked for, or the command line or the environment is wrong.
    Usage(clap::Error),
    /// Faults of the file, one per line. They never repeat a value, which could be a secret.
    File(Vec<String>),
}

impl From<clap::Error> for ArgumentError {
    fn from(error: clap::Error) -> ArgumentError {
        ArgumentError::Usage(error)
    }
}

/// Parses the program's arguments, and the settings file that they name.
pub fn parse<A: Parser>() -> Result<A, ArgumentError> {
    let mut matches = A::command().try_get_matches()?;
    if let Some(serve) = matches.subcommand_matches(COMMAND)
        && let Some(file) = serve.get_one::<PathBuf>(FILE)
    {
        matches = with_file(A::command(), file, serve)?.try_get_matches()?;
    }
    Ok(A::from_arg_matches(&matches)?)
}

/// Options of a command that may be in the file.
pub fn settings(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| arg.get_env().is_some() && arg.get_id() != FILE)
}

/// Returns the command with the file's values as defaults.
fn with_file(command: Command, file: &Path, said: &ArgMatches) -> Result<Command, ArgumentError> {
    let text = input::small_text(file)
        .map_err(|error| ArgumentError::File(vec![format!("cannot read {error:#}")]))?;
    let found = match command.find_subcommand(COMMAND) {
        Some(serve) => read(&text, serve),
        None => Ok(Vec::new()),
    };
    let found = found.map_err(|faults| {
        let shown = faults.iter().map(|fault| format!("{}{fault}", file.display()));
        ArgumentError::File(shown.collect())
    })?;
    let is_given = |place: &&str| said.value_source(place).is_some();
    let given: Vec<&str> =
        PLACES.into_iter().filter(|pair| pair.iter().any(is_given)).flatten().collect();
    Ok(command.mut_subcommand(COMMAND, |serve| {
        let used = found.into_iter().filter(|setting| !given.contains(&setting.id.as_str()));
        used.fold(serve, |serve, Setting { id, values, .. }| {
            let values = values.into_iter().map(OsString::from);
            serve.mut_arg(id, |arg| arg.default_values(values).hide_default_value(true))
        })
    }))
}

/// One setting of the file.
#[derive(Debug, PartialEq, Eq)]
struct Setting {
    /// Id of the option.
    id: String,
    /// Long name of the option.
    long: String,
    values: Vec<String>,
}

/// Reads the settings of a file and parses each value as its option does. Otherwise returns all
/// faults, each with its line, in order.
fn read(text: &str, serve: &Command) -> Result<Vec<Setting>, Vec<String>> {
    // Environment variables are ignored while the file's values are tried.
    let unset = |arg: Arg| arg.env(Resettable::<clap::builder::OsStr>::Reset);
    let trial = serve.clone().no_binary_name(true).mut_args(unset);
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        vec![format!(":{}: {}{}", line(text, at), key_at(text, at), error.message())]
    })?;
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for (key, value) in table.get_ref() {
        match setting(serve, &trial, key.get_ref(), value.get_ref()) {
            Ok(setting) => found.push(setting),
            Err(what) => faults.push((line(text, key.span().start), key.get_ref(), what)),
        }
    }
    faults.sort();
    if !faults.is_empty() {
        let faults = faults.into_iter();
        return Err(faults.map(|(line, key, what)| format!(":{line}: {key}: {what}")).collect());
    }
    match trial.try_get_matches_from(found.iter().flat_map(Setting::arguments)) {
        Ok(_) => Ok(found),
        Err(error) => Err(vec![format!(": {}", first_line(&error))]),
    }
}

impl Setting {
    /// The setting as command-line arguments.
    fn arguments(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|value| format!("--{}={value}", self.long))
    }
}

fn setting(
    serve: &Command,
    trial: &Command,
    key: &str,
    value: &DeValue,
) -> Result<Setting, String> {
    let Some(arg) = settings(serve).find(|arg| arg.get_long() == Some(key)) else {
        let names: Vec<&str> = settings(serve).filter_map(Arg::get_long).collect();
        return Err(format!("unknown setting; expected one of {}", names.join(", ")));
    };
    let is_list = matches!(arg.get_action(), ArgAction::Append);
    let is_switch = arg.get_value_parser().type_id() == TypeId::of::<bool>();
    let values = match value {
        DeValue::Boolean(is_on) if is_switch => Some(vec![is_on.to_string()]),
        _ if is_switch => None,
        DeValue::Array(list) if is_list => {
            list.iter().map(|value| text_of(value.get_ref())).collect::<Option<Vec<_>>>()
        }
        value if !is_list => text_of(value).map(|text| vec![text]),
        _ => None,
    };
    let expected = if is_switch {
        "true or false"
    } else if is_list {
        "a list of texts, such as [\"…\"]"
    } else {
        "a text, such as \"…\", or a number"
    };
    let values = values.ok_or_else(|| format!("expected {expected}"))?;
    let setting = Setting { id: arg.get_id().to_string(), long: key.to_owned(), values };
    match trial.clone().try_get_matches_from(setting.arguments()) {
        Ok(_) => Ok(setting),
        Err(error) => Err(std::error::Error::source(&error)
            .map_or_else(|| first_line(&error), ToString::to_string)),
    }
}

fn text_of(value: &DeValue) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// First line of a clap error, without its prefix.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}

/// Number of the line that contains a byte offset.
fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// Name that is set in the line of a byte offset, followed by a colon; empty if there is none.
fn key_at(text: &str, at: usize) -> String {
    let of_line = text.lines().nth(line(text, at) - 1).unwrap_or_default();
    match of_line.split_once('=') {
        Some((key, _)) => format!("{}: ", key.trim()),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    const DOCUMENT: &str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md"));

    fn serve() -> Command {
        let program = crate::Args::command();
        program.find_subcommand(COMMAND).expect("a command that serves").clone()
    }

    #[test]
    fn the_document_lists_the_settings() {
        let serve = serve();
        let known: BTreeSet<Vec<String>> = settings(&serve)
            .map(|arg| {
                let long = arg.get_long().expect("a setting has a name").to_owned();
                let variable = arg.get_env().and_then(|name| name.to_str()).expect("text");
                assert_eq!(variable, format!("CHUHE_{}", long.to_uppercase().replace('-', "_")));
                vec![long.clone(), format!("--{long}"), variable.to_owned()]
            })
            .collect();
        let (_, section) = DOCUMENT.split_once("\n## Settings\n").expect("a chapter");
        let (section, _) = section.split_once("\n## ").expect("another chapter");
        let listed: BTreeSet<Vec<String>> = section
            .lines()
            .filter(|line| line.starts_with("| `"))
            .map(|line| line.split('`').skip(1).step_by(2).take(3).map(str::to_owned).collect())
            .collect();
        assert_eq!(listed, known);
    }

    #[test]
    fn the_examples_can_be_read() {
        let (_, example) = DOCUMENT.split_once("```toml\n").expect("an example");
        let (example, _) = example.split_once("```").expect("its end");
        let shipped =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/chuhe.toml"));
        // Commented-out settings are valid once their `#` is removed.
        let switched_on = shipped.lines().map(|line| {
            line.strip_prefix('#').filter(|line| !line.starts_with(' ')).unwrap_or(line)
        });
        let switched_on = switched_on.collect::<Vec<_>>().join("\n");
        for text in [example, shipped, &switched_on] {
            let found = read(text, &serve()).expect("settings");
            assert!(found.iter().any(|setting| setting.long == "data"), "{text}");
        }
    }
}
