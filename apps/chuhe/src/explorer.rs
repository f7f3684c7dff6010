//! The opening explorer: `chuhe import` and `chuhe explorer`.

use crate::{
    storage::{StorageArgs, runtime},
    terminal,
};
use anyhow::{Context, Result, bail, ensure};
use explorer::{Added, Batch, Importer, Index, SourceId};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, IsTerminal},
    path::Path,
    process::ExitCode,
};

/// Number of games that are committed together. A server on the same file waits for one commit.
const BATCH: usize = 5_000;
/// Maximum length of a collection's name, in characters.
const NAME_CHARS: usize = 60;
/// Size of the buffer of a file, in bytes.
const BUFFER_BYTES: usize = 1 << 18;

/// Arguments of `chuhe import`.
#[derive(clap::Args)]
pub struct ImportArgs {
    /// Files with games of xiangqi: PGN, or any format that `chuhe convert` reads; `-` is standard
    /// input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Name of the collection, in the explorer; by default the name of the first file
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    storage: StorageArgs,
}

/// Subcommands of `chuhe explorer`.
#[derive(clap::Subcommand)]
pub enum ExplorerCommand {
    /// List the collections with their numbers of games
    List(StorageArgs),
    /// Remove a collection
    Remove {
        /// Name of the collection
        name: String,
        #[command(flatten)]
        storage: StorageArgs,
    },
    /// Index the games of the archive again: the running server does it, or the next one
    Rebuild(StorageArgs),
}

/// Numbers of games of an import.
#[derive(Default)]
struct Report {
    added: Added,
    with_problems: u64,
}

/// Imports files into a collection. A game that is known counts once.
pub fn import(args: &ImportArgs) -> Result<ExitCode> {
    let name = collection_name(args)?;
    runtime()?.block_on(async {
        let index = args.storage.explorer().await?;
        let mut report = Report::default();
        // A collection is opened for its first games only.
        let mut source = None;
        // A misspelt file is reported before games of others are imported.
        for file in args.files.iter().filter(|file| *file != "-") {
            File::open(file).with_context(|| format!("cannot open {file}"))?;
        }
        for file in &args.files {
            let input: Box<dyn BufRead> = match file.as_str() {
                "-" => Box::new(BufReader::with_capacity(BUFFER_BYTES, io::stdin())),
                file => {
                    let opened = File::open(file).with_context(|| format!("cannot open {file}"))?;
                    Box::new(BufReader::with_capacity(BUFFER_BYTES, opened))
                }
            };
            import_file(&*index, (&name, &mut source), file, input, &mut report)
                .await
                .with_context(|| format!("cannot import {file}"))?;
        }
        let Report { added: Added { added, known, replaced }, with_problems } = report;
        terminal::print(format_args!(
            "chuhe: collection `{name}`: {added} games added, {known} known, {replaced} replaced, \
             {with_problems} left out because of problems"
        ))?;
        Ok(if with_problems > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
    })
}

fn collection_name(args: &ImportArgs) -> Result<String> {
    let by_file = || {
        let first = args.files.first().filter(|file| *file != "-")?;
        Some(Path::new(first).file_stem()?.to_string_lossy().into_owned())
    };
    let Some(name) = args.name.clone().or_else(by_file) else {
        bail!("the games of standard input need a name: --name NAME");
    };
    let name = name.trim().to_owned();
    ensure!(
        (1..=NAME_CHARS).contains(&name.chars().count()) && !name.contains(char::is_control),
        "expected a name of 1 to {NAME_CHARS} characters for the collection; give one with --name"
    );
    Ok(name)
}

async fn import_file(
    index: &dyn Index,
    (name, opened): (&str, &mut Option<SourceId>),
    file: &str,
    input: Box<dyn BufRead>,
    report: &mut Report,
) -> Result<()> {
    let shows_progress = io::stderr().is_terminal();
    let mut importer = Importer::new(input);
    let mut read = 0_u64;
    loop {
        let mut games = Vec::with_capacity(BATCH);
        for game in importer.by_ref() {
            read += 1;
            match game? {
                Ok(game) => games.push(game),
                Err(problems) => {
                    report.with_problems += 1;
                    for problem in problems {
                        terminal::complain(format_args!("{file}: {problem}"));
                    }
                }
            }
            if games.len() == BATCH {
                break;
            }
        }
        if games.is_empty() {
            return Ok(());
        }
        let source = match *opened {
            Some(source) => source,
            None => *opened.insert(index.open_collection(name).await?),
        };
        let added = index.add(Batch { source, games, advance: None }).await?;
        report.added.added += added.added;
        report.added.known += added.known;
        report.added.replaced += added.replaced;
        if shows_progress {
            terminal::tell(format_args!("chuhe: {file}: {read} games"));
        }
    }
}

/// Runs a subcommand of `chuhe explorer`.
pub fn run(command: ExplorerCommand) -> Result<()> {
    runtime()?.block_on(async {
        match command {
            ExplorerCommand::List(storage) => {
                for collection in storage.explorer().await?.collections().await? {
                    terminal::print(format_args!("{:>9} {}", collection.games, collection.name))?;
                }
            }
            ExplorerCommand::Remove { name, storage } => {
                let index = storage.explorer().await?;
                let collections = index.collections().await?;
                let found = collections.iter().find(|collection| collection.name == name);
                let collection =
                    found.with_context(|| format!("there is no collection `{name}`"))?;
                index.clear(collection.id).await?;
                let games = collection.games;
                terminal::print(format_args!("chuhe: collection `{name}` removed, {games} games"))?;
            }
            ExplorerCommand::Rebuild(storage) => {
                storage.explorer().await?.clear(SourceId::ARCHIVE).await?;
                terminal::print(
                    "chuhe: the archive is indexed again by the running server, or by the next one",
                )?;
            }
        }
        Ok(())
    })
}
