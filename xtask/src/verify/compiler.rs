//! Replaces the compiler of the workspace's own crates during `cargo verify`: clippy compiles them,
//! then rustdoc documents them. Dependencies are thus built once; `cargo clippy` and `cargo doc`
//! would check them again.

use super::work_dir;
use crate::shell;
use anyhow::{Context, Result};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    sync::OnceLock,
};

/// Name of the copy of this program that cargo starts as the compiler.
const NAME: &str = "verifying-compiler";

/// Variable with the folder of clippy and rustdoc.
const TOOLCHAIN: &str = "VERIFYING_TOOLCHAIN";

/// Variable with the folder of the documentation.
const DOCUMENTATION: &str = "VERIFYING_DOCUMENTATION";

/// Compiler arguments that rustdoc needs. The others, such as lints, concern only the compiler.
const RUSTDOC_ARGUMENTS: &[&str] = &[
    "--crate-name",
    "--crate-type",
    "--edition",
    "--cfg",
    "--check-cfg",
    "--extern",
    "-L",
    "--cap-lints",
    "--error-format",
    "--json",
];

/// Cargo with the replaced compiler, which always does both: a crate that one step has built is not
/// built again, so its documentation would be missing.
pub fn cargo() -> Result<Command> {
    // Once, because a build of the workspace deletes this program's file.
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    let settings = match SETTINGS.get() {
        Some(settings) => settings,
        None => {
            let found = Settings::find()?;
            SETTINGS.get_or_init(|| found)
        }
    };
    let mut cargo = shell::cargo();
    cargo.env("RUSTC_WORKSPACE_WRAPPER", &settings.compiler).env("CLIPPY_ARGS", "");
    cargo.env(TOOLCHAIN, &settings.toolchain).env(DOCUMENTATION, &settings.documentation);
    Ok(cargo)
}

/// Paths that are passed to the replaced compiler.
struct Settings {
    /// The copy of this program.
    compiler: PathBuf,
    /// The folder of clippy and rustdoc.
    toolchain: PathBuf,
    /// The folder of the documentation.
    documentation: PathBuf,
}

impl Settings {
    /// Creates the copy of this program.
    fn find() -> Result<Settings> {
        let compiler = work_dir("compiler")?.join(format!("{NAME}{}", env::consts::EXE_SUFFIX));
        // Renamed and never overwritten, because another step's cargo may be starting it.
        let copy = compiler.with_extension(format!("{}.new", std::process::id()));
        fs::copy(env::current_exe().context("the path of this program is unknown")?, &copy)?;
        fs::rename(&copy, &compiler)?;
        let sysroot = shell::read(shell::command("rustc").args(["--print", "sysroot"]))?;
        let toolchain = Path::new(sysroot.trim()).join("bin");
        Ok(Settings { compiler, toolchain, documentation: work_dir("doc")? })
    }
}

/// Whether cargo has started this process as the compiler.
pub fn is_compiler() -> bool {
    let program = env::args_os().next();
    program.is_some_and(|program| Path::new(&program).file_stem() == Some(OsStr::new(NAME)))
}

/// Runs clippy and rustdoc; the first argument is the path of the real compiler.
pub fn compile() -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let told = |variable| env::var_os(variable).unwrap_or_default();
    let toolchain = told(TOOLCHAIN);
    let tool = |name| Command::new(Path::new(&toolchain).join(name));
    let compiled = exit_code(tool("clippy-driver").args(&arguments));
    let text: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    match documented(&text).filter(|_| compiled == 0) {
        Some(known) => {
            let mut rustdoc = tool("rustdoc");
            rustdoc.args(known).arg("--out-dir").arg(told(DOCUMENTATION)).stdin(Stdio::null());
            ExitCode::from(exit_code(&mut rustdoc))
        }
        None => ExitCode::from(compiled),
    }
}

/// Exit code of a tool; 255 if it has none.
fn exit_code(tool: &mut Command) -> u8 {
    match tool.status() {
        Ok(status) => status.code().and_then(|code| code.try_into().ok()).unwrap_or(u8::MAX),
        Err(error) => {
            eprintln!("error: cannot start {}: {error}", tool.get_program().display());
            u8::MAX
        }
    }
}

/// Arguments of rustdoc for a crate that is compiled. `None` for tests, examples, build scripts and
/// queries, which have no documentation.
fn documented<'a>(arguments: &[&'a str]) -> Option<Vec<&'a str>> {
    let source = arguments.iter().find(|argument| argument.ends_with(".rs"))?;
    let is_source = Path::new(source).components().any(|part| part.as_os_str() == "src");
    let is_linked = arguments
        .iter()
        .any(|argument| argument.starts_with("--emit=") && argument.contains("link"));
    if !is_source || !is_linked || arguments.contains(&"--test") {
        return None;
    }
    let mut told = vec![*source];
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let name = argument.split_once('=').map_or(*argument, |(name, _)| name);
        if !RUSTDOC_ARGUMENTS.contains(&name) {
            continue;
        }
        told.push(argument);
        if name == *argument {
            told.extend(rest.next());
        }
    }
    if told.windows(2).any(|two| two == ["--crate-type", "bin"]) {
        told.push("--document-private-items");
    }
    Some(told)
}

#[cfg(test)]
mod tests {
    use super::documented;

    #[test]
    fn rustdoc_is_told_what_it_understands() {
        let library = "rustc --crate-name clock --edition=2024 crates/clock/src/lib.rs \
            --error-format=json --json=artifacts --crate-type lib --emit=dep-info,metadata,link \
            -C embed-bitcode=no --warn=clippy::all --forbid=unsafe_code --cfg feature=\"std\" \
            -C metadata=1 --out-dir target -L dependency=target --extern game=libgame.rmeta";
        let expected = "crates/clock/src/lib.rs --crate-name clock --edition=2024 \
            --error-format=json --json=artifacts --crate-type lib --cfg feature=\"std\" \
            -L dependency=target --extern game=libgame.rmeta";
        let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
        assert_eq!(documented(&words(library)), Some(words(expected)));
        for other in [
            "rustc -vV",
            "rustc - --crate-name ___ --print=file-names --crate-type bin",
            "rustc --crate-name clock crates/clock/src/lib.rs --emit=dep-info,link --test",
            "rustc --crate-name clock crates/clock/src/lib.rs --emit=dep-info,metadata",
            "rustc --crate-name count crates/clock/examples/count.rs --emit=dep-info,link",
            "rustc --crate-name build_script_build crates/server/build.rs --emit=dep-info,link",
        ] {
            assert_eq!(documented(&words(other)), None, "{other}");
        }
        let program = "rustc --crate-name chuhe apps/chuhe/src/main.rs --crate-type bin \
            --emit=dep-info,link";
        let told = documented(&words(program)).expect("a program is documented");
        assert_eq!(told.last(), Some(&"--document-private-items"));
    }
}
