use super::Icon;
use crate::{app::App, backend, browser};
use i18n::{Message, problem_words};
use leptos::prelude::*;
use ui_model::{
    Route,
    editor::{Editor, Pasted, read_pasted},
    records::{self, FileText, Problem, Replay, ReplayedRecord},
};
use wasm_bindgen::JsCast;

/// Bytes from which reading a text takes noticeable time.
const LARGE_BYTES: usize = 200_000;

/// Reads a file or a pasted text and detects its format. Passes on its content, or lists its
/// problems.
#[component]
pub(crate) fn ReadBox(
    /// Receives a position.
    on_position: Callback<Editor>,
    /// Receives a game: the only one, or the one chosen from several.
    on_game: Callback<Replay>,
) -> impl IntoView {
    let app = App::get();
    // Read when it is opened: a signal would hold and write back each state of a large text.
    let field = NodeRef::<leptos::html::Textarea>::new();
    let problems = RwSignal::new(Vec::<Problem>::new());
    let games = RwSignal::new(Vec::<ReplayedRecord>::new());
    let full = RwSignal::new(false);
    let read_text = StoredValue::new(String::new());
    let is_reading = RwSignal::new(false);
    let read = move |bytes: Vec<u8>, name: Option<String>| {
        let file = FileText::new(&bytes, &browser::decode);
        read_text.set_value(file.text().unwrap_or_default().to_owned());
        let (mut found_games, mut found_problems) = (Vec::new(), Vec::new());
        let mut found_full = false;
        match read_pasted(&file, name.as_deref()) {
            Ok(Pasted::Position(editor)) => on_position.run(editor),
            Ok(Pasted::Games(mut found, wrong)) if found.len() == 1 && wrong.is_empty() => {
                found.drain(..).for_each(|game| on_game.run(Replay::new(game)))
            }
            Ok(Pasted::Games(found, wrong)) => (found_games, found_problems) = (found, wrong),
            Ok(Pasted::Resumed(game)) => match backend::keep_resumed(&game) {
                Some(id) => app.go(Route::Play(id)),
                None => found_full = true,
            },
            Err(found) => found_problems = found,
        }
        // The result may have led to another page.
        let _ = games.try_set(found_games);
        let _ = problems.try_set(found_problems);
        let _ = full.try_set(found_full);
        let _ = is_reading.try_set(false);
    };
    // Reading blocks the page, so a large file is announced first.
    let open = move |bytes: Vec<u8>, name: Option<String>| {
        const PAINT_MS: u32 = 50;
        if bytes.len() < LARGE_BYTES {
            return read(bytes, name);
        }
        is_reading.set(true);
        browser::run_after(PAINT_MS, move || read(bytes, name));
    };
    let open_pasted = move || {
        let text = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        open(text.into_bytes(), None);
    };
    // A large text is opened at once: the browser would take minutes to lay it out in the field.
    let on_paste = move |event: web_sys::ClipboardEvent| {
        let text = event.clipboard_data().and_then(|data| data.get_data("text").ok());
        let text = text.unwrap_or_default();
        if text.len() >= LARGE_BYTES {
            event.prevent_default();
            open(text.into_bytes(), None);
        }
    };
    let on_file = move |event: web_sys::Event| {
        let input =
            event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        let file = input.and_then(|input| input.files()?.get(0));
        let Some(file) = file else { return };
        leptos::task::spawn_local(async move {
            let bytes = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await;
            if let Ok(bytes) = bytes {
                open(js_sys::Uint8Array::new(&bytes).to_vec(), Some(file.name()));
            }
        });
    };
    view! {
        <p>{app.text(Message::LoadAbout)}</p>
        // The browser's own button uses the browser's language, so it lies invisibly under this
        // one.
        <label class="button pick-file">
            <Icon d="M4 6H10L12 8H20V19H4Z"/>
            <span>{app.text(Message::LoadChoose)}</span>
            <input type="file" accept=".chuhe,.pgn,.txt,.wxf,.xqf,.fen,text/plain" data-input="file" on:change=on_file/>
        </label>
        <label class="field">
            <span class="label">{app.text(Message::LoadPaste)}</span>
            <textarea node_ref=field data-input="record" spellcheck="false" on:paste=on_paste></textarea>
        </label>
        <button class="main big" data-act="open" on:click=move |_| open_pasted()>
            {app.text(Message::LoadOpen)}
        </button>
        {move || is_reading.get().then(|| view! { <p role="status">{app.t(Message::LoadReading)}</p> })}
        {move || full.get().then(|| view! { <p role="alert">{app.t(Message::StorageFull)}</p> })}
        {move || (!problems.with(Vec::is_empty)).then(|| view! { <ProblemList list=problems.get() is_kept=!games.with(Vec::is_empty) text=read_text/> })}
        {move || (!games.with(Vec::is_empty)).then(|| view! { <GameChooser games is_part=!problems.with(Vec::is_empty) on_game/> })}
    }
}

/// Maximum number of rows of a list. A page with all games of a collection would take seconds.
const ROWS: usize = 200;

/// Number of games from which they can be searched.
const SEARCHED: usize = 20;

/// Choice of a game from a file with several.
#[component]
fn GameChooser(
    games: RwSignal<Vec<ReplayedRecord>>,
    /// Whether the file has problems, so that only a part of it was read.
    is_part: bool,
    on_game: Callback<Replay>,
) -> impl IntoView {
    let app = App::get();
    let title = if is_part { Message::LoadKept } else { Message::LoadWhich };
    let count = games.with_untracked(Vec::len).to_string();
    let lines = games.with_untracked(|games| games.iter().map(records::headline).collect());
    let lines: Vec<String> = lines;
    let is_searched = lines.len() >= SEARCHED;
    let wanted = RwSignal::new(String::new());
    let found = Memo::new(move |_| {
        let wanted = wanted.with(|wanted| wanted.trim().to_lowercase());
        let fits = |(_, line): &(usize, &String)| line.to_lowercase().contains(&wanted);
        let numbered = lines.iter().enumerate().filter(fits);
        let rows = numbered.clone().take(ROWS).map(|(index, line)| (index, line.clone()));
        (numbered.count(), rows.collect::<Vec<_>>())
    });
    let found_count = move || found.with(|(count, _)| *count);
    let row = move |(index, line): (usize, String)| {
        let open = move |_| {
            if let Some(game) = games.with_untracked(|games| games.get(index).cloned()) {
                on_game.run(Replay::new(game));
            }
        };
        view! {
            <li>
                <button class="plain" data-open-game=index on:click=open>{index + 1} ". " {line}</button>
            </li>
        }
    };
    view! {
        <section role="status">
            <h2>{app.t_with(title, &[&count])}</h2>
            {is_searched.then(|| view! {
                <label class="field">
                    <span class="label">{app.text(Message::LoadSearch)}</span>
                    <input type="search" data-input="search-games" autocomplete="off"
                        on:input=move |event| wanted.set(event_target_value(&event))/>
                </label>
            })}
            <ul class="problems games-of-file">
                {move || found.with(|(_, rows)| rows.iter().cloned().map(row).collect_view())}
            </ul>
            {move || (found_count() == 0).then(|| view! { <p class="label">{app.t(Message::LoadNoneFound)}</p> })}
            {move || more(app, found_count())}
        </section>
    }
}

/// Says how many entries of a list are not shown.
fn more(app: App, count: usize) -> Option<impl IntoView> {
    let rest = count.checked_sub(ROWS).filter(|&rest| rest > 0)?;
    Some(
        view! { <p class="label" data-more=true>{app.t_with(Message::LoadMore, &[&rest.to_string()])}</p> },
    )
}

#[component]
fn ProblemList(
    mut list: Vec<Problem>,
    /// Whether games of the file were read nevertheless.
    is_kept: bool,
    /// The file's text, to quote the places of problems.
    text: StoredValue<String>,
) -> impl IntoView {
    let app = App::get();
    // Each problem once, even if several games of the file have it.
    list.dedup_by(|a, b| (a.line, a.column, a.code) == (b.line, b.column, b.code));
    let title = if is_kept { Message::LoadProblemsKept } else { Message::LoadProblems };
    let count = list.len();
    let title = app.t_with(title, &[&count.to_string()]);
    let rows = list.into_iter().take(ROWS).map(|problem| {
        let place = (!problem.is_of_file()).then(|| {
            let values = [&*problem.line.to_string(), &*problem.column.to_string()];
            view! { <small>{app.t_with(Message::LoadLine, &values)}</small> }
        });
        let words = problem_words(app.language(), &problem);
        let found = text.with_value(|text| records::word_at(text, problem.line, problem.column));
        let found = found.filter(|found| !words.contains(found));
        view! {
            <li data-problem=problem.code data-line=problem.line>
                {place}
                <div>{words}</div>
                {found.map(|found| view! { <code data-found=true>{found}</code> })}
            </li>
        }
    });
    view! {
        <section role="alert">
            <h2>{title}</h2>
            <ul class="problems">{rows.collect_view()}</ul>
            {more(app, count)}
        </section>
    }
}
