use super::Icon;
use crate::{app::App, backend, browser};
use i18n::{Message, problem_words};
use leptos::prelude::*;
use std::{cell::RefCell, sync::Arc};
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
    /// Whether a list of games is shown again when the player returns from one of them.
    #[prop(optional)]
    is_remembered: bool,
) -> impl IntoView {
    let app = App::get();
    // Read when it is opened: a signal would hold and write back each state of a large text.
    let field = NodeRef::<leptos::html::Textarea>::new();
    let listed = RwSignal::new(Arc::new(FileList::default()));
    if is_remembered {
        LAST_LIST.with_borrow(|last| listed.set(Arc::clone(last)));
    }
    let full = RwSignal::new(false);
    let is_reading = RwSignal::new(false);
    let show = move |found: FileList| {
        let found = Arc::new(found);
        if is_remembered {
            let kept = if found.games.is_empty() { Arc::default() } else { Arc::clone(&found) };
            LAST_LIST.set(kept);
        }
        // The result may have led to another page.
        let _ = listed.try_set(found);
    };
    let read = move |bytes: Vec<u8>, name: Option<String>| {
        // The page may have been left while the file was loaded.
        if is_reading.is_disposed() {
            return;
        }
        let file = FileText::new(&bytes, &browser::decode);
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
        let text = file.text().unwrap_or_default().to_owned();
        show(FileList { text, games: found_games, problems: found_problems });
        let _ = full.try_set(found_full);
        let _ = is_reading.try_set(false);
    };
    // Reading blocks the page, so a large file is announced first.
    let open = move |bytes: Vec<u8>, name: Option<String>| {
        const PAINT_MS: u32 = 50;
        if let Err(problem) = records::check_size(&bytes) {
            return show(FileList { problems: vec![problem], ..FileList::default() });
        }
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
    let take_large = move |event: &web_sys::Event, text: Option<String>| {
        if let Some(text) = text.filter(|text| text.len() >= LARGE_BYTES) {
            event.prevent_default();
            open(text.into_bytes(), None);
        }
    };
    let carried = |data: Option<web_sys::DataTransfer>| data?.get_data("text").ok();
    let on_paste = move |event: web_sys::ClipboardEvent| {
        take_large(&event, carried(event.clipboard_data()));
    };
    let on_drop = move |event: web_sys::DragEvent| {
        take_large(&event, carried(event.data_transfer()));
    };
    // A text that comes in another way, for example from a keyboard app.
    let on_before_input = move |event: web_sys::InputEvent| take_large(&event, event.data());
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
            <textarea node_ref=field data-input="record" spellcheck="false" on:paste=on_paste on:drop=on_drop on:beforeinput=on_before_input></textarea>
        </label>
        <button class="main big" data-act="open" on:click=move |_| open_pasted()>
            {app.text(Message::LoadOpen)}
        </button>
        {move || is_reading.get().then(|| view! { <p role="status">{app.t(Message::LoadReading)}</p> })}
        {move || full.get().then(|| view! { <p role="alert">{app.t(Message::StorageFull)}</p> })}
        {move || {
            let list = listed.get();
            (!list.problems.is_empty()).then(|| view! { <ProblemList list/> })
        }}
        {move || {
            let list = listed.get();
            (!list.games.is_empty()).then(|| view! { <GameChooser list on_game/> })
        }}
    }
}

/// The games and problems of a file.
#[derive(Default)]
struct FileList {
    /// The file's text, to quote the places of problems.
    text: String,
    games: Vec<ReplayedRecord>,
    problems: Vec<Problem>,
}

thread_local! {
    /// The last list of several games.
    static LAST_LIST: RefCell<Arc<FileList>> = RefCell::default();
}

/// Maximum number of rows of a list. A page with all games of a collection would take seconds.
const ROWS: usize = 200;

/// Number of games from which they can be searched.
const SEARCHED: usize = 20;

/// Choice of a game from a file with several.
#[component]
fn GameChooser(list: Arc<FileList>, on_game: Callback<Replay>) -> impl IntoView {
    let app = App::get();
    let title = if list.problems.is_empty() { Message::LoadWhich } else { Message::LoadKept };
    let count = list.games.len().to_string();
    let lines: Vec<String> = list.games.iter().map(records::headline).collect();
    let problems = records::problems_of_games(&list.problems);
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
        let list = Arc::clone(&list);
        let open = move |_| {
            if let Some(game) = list.games.get(index) {
                on_game.run(Replay::new(game.clone()));
            }
        };
        let problems = problems.get(&index).map(|count| {
            let words = app.t_with(Message::LoadGameProblems, &[&count.to_string()]);
            view! { " "<small class="game-problems" data-game-problems=*count>"⚠ " {words}</small> }
        });
        let has_problems = problems.is_some();
        view! {
            <li class:has-problems=has_problems>
                <button class="plain" data-open-game=index on:click=open>{index + 1} ". " {line}{problems}</button>
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
                {move || found.with(|(_, rows)| rows.iter().cloned().map(&row).collect_view())}
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
fn ProblemList(list: Arc<FileList>) -> impl IntoView {
    let app = App::get();
    // Each problem once, even if several games of the file have it.
    let mut problems = list.problems.clone();
    problems.dedup_by(|a, b| (a.line, a.column, a.code) == (b.line, b.column, b.code));
    let is_kept = !list.games.is_empty();
    let title = if is_kept { Message::LoadProblemsKept } else { Message::LoadProblems };
    let count = problems.len();
    let title = app.t_with(title, &[&count.to_string()]);
    let rows = problems.into_iter().take(ROWS).map(|problem| {
        let game = problem.game.filter(|_| list.games.len() > 1);
        let game =
            game.and_then(|index| Some((index, list.games.get(index)?))).map(|(index, game)| {
                let number = app.t_with(Message::LoadGame, &[&(index + 1).to_string()]);
                view! { <b data-of-game=index>{number}" · "{records::headline(game)}</b>" " }
            });
        let place = (!problem.is_of_file()).then(|| {
            let values = [&*problem.line.to_string(), &*problem.column.to_string()];
            view! { <small>{app.t_with(Message::LoadLine, &values)}</small> }
        });
        let words = problem_words(app.language(), &problem);
        let found = records::word_at(&list.text, problem.line, problem.column);
        let found = found.filter(|found| !words.contains(found));
        view! {
            <li data-problem=problem.code data-line=problem.line>
                {game}
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
