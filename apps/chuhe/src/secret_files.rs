//! Files with keys, passwords, and addresses that contain a password.

use crate::terminal;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

/// Warns about each file that all users of this machine can read. This is not an error, as a
/// container may have a single user.
pub fn complain(files: Vec<PathBuf>) {
    for file in files.iter().filter(|file| is_open(file)) {
        let file = file.display();
        terminal::complain(format_args!(
            "every user of this machine can read the secret file {file}; run `chmod 600 {file}`"
        ));
    }
}

/// Reads a file that contains one line without spaces: `what`, such as "an address".
pub fn one_line(file: &Path, what: &str) -> Result<String> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let line = text.trim();
    ensure!(
        !line.contains(char::is_whitespace),
        "{}: expected one line with {what}, found more",
        file.display()
    );
    Ok(line.to_owned())
}

/// Whether users other than the owner and the group can reach and read a file.
#[cfg(unix)]
fn is_open(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    const READ: u32 = 0o004;
    const ENTER: u32 = 0o001;
    let allows = |path: &Path, bit| {
        std::fs::metadata(path).is_ok_and(|found| found.permissions().mode() & bit != 0)
    };
    let Ok(file) = file.canonicalize() else { return false };
    allows(&file, READ) && file.ancestors().skip(1).all(|folder| allows(folder, ENTER))
}

#[cfg(not(unix))]
const fn is_open(_: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    #[test]
    fn a_folder_protects_what_is_in_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("key");
        fs::write(&file, "secret").expect("written");
        for (folder_mode, file_mode, expected) in
            [(0o755, 0o644, true), (0o755, 0o640, false), (0o700, 0o644, false)]
        {
            let set = |path: &Path, mode| {
                fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
            };
            set(folder.path(), folder_mode);
            set(&file, file_mode);
            // The folders above the test's folder may be closed to other users.
            let is_above_open = is_open(Path::new("/etc/passwd"))
                && folder.path().ancestors().skip(1).all(|above| {
                    fs::metadata(above).is_ok_and(|found| found.permissions().mode() & 1 != 0)
                });
            assert_eq!(is_open(&file), expected && is_above_open, "{folder_mode:o} {file_mode:o}");
        }
    }
}
