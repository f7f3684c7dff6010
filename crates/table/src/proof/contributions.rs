/// The first of a device's salts and secret choices, by seat, that is missing in a transcript whose
/// secrets are revealed: the expected line.
pub fn missing_contribution(
    transcript: &[String],
    salts: &[(u8, String)],
    choices: &[(u8, String)],
) -> Option<String> {
    let salt = salts.iter().map(|(seat, salt)| format!("salt {seat} {salt}"));
    let is_there = |wanted: &String| transcript.iter().any(|line| line == wanted);
    if let Some(line) = salt.into_iter().find(|wanted| !is_there(wanted)) {
        return Some(line);
    }
    // A set-up phase that the end of the game has cut short reveals no choices.
    let is_cut_short = !transcript.iter().any(|line| line.starts_with("acted "));
    choices.iter().enumerate().find_map(|(index, (seat, action))| {
        let start = format!("revealed {seat} ");
        let revealed = transcript.iter().filter_map(|line| line.strip_prefix(&start));
        let told: Vec<&str> = revealed.filter_map(|rest| Some(rest.split_once(' ')?.1)).collect();
        let nth = choices[..index].iter().filter(|(other, _)| other == seat).count();
        let is_bound = !is_cut_short || nth < told.len();
        let is_lost = is_bound && !told.contains(&action.as_str());
        is_lost.then(|| format!("revealed {seat} … {action}"))
    })
}
