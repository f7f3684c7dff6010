use super::{Dialog, Icon, LineReport, PlayerLink};
use crate::{
    app::{App, effect},
    backend::players,
    chat_lines::{blocked_names, change_chat, mute_author, mute_chat, read_chat},
    session::{Notice, Session},
};
use i18n::{Language, Message};
use leptos::{ev::SubmitEvent, prelude::*};
use protocol::{CHAT_CHARS, ChatLine, ChatPhrase, ChatWords, Relation};
use ui_model::{
    GameModel,
    chat::{self, Chat, ChatAuthor, ReportedAuthor, authors_of, guest_digits},
};

/// Whether the table has a chat that the viewer wants to see.
fn has_chat(app: App, session: Session) -> Memo<bool> {
    Memo::new(move |_| {
        let is_begun = !session.read(GameModel::has_open_seat);
        is_begun && session.has_chat.get() && !is_zen(app, session)
    })
}

/// Whether the player is in a game and wants to see nothing but the board.
pub(crate) fn is_zen(app: App, session: Session) -> bool {
    let plays =
        || session.seats.with(|seats| !seats.is_empty()) && !session.read(GameModel::is_over);
    app.settings.with(|settings| settings.zen) && plays()
}

/// Hides the lines of accounts that the signed-in player blocks, while the component exists.
fn hide_blocked(app: App, session: Session) {
    let account = Memo::new(move |_| app.account.get());
    // A reconnect changes nothing.
    let has_chat = Memo::new(move |_| session.has_chat.get());
    effect(move || {
        let is_signed_in = account.with(Option::is_some);
        let blocked = blocked_names();
        blocked.set(Vec::new());
        if is_signed_in && has_chat.get() {
            leptos::task::spawn_local(async move {
                // Without an answer the lines are shown, and each has a button to block its author.
                if let Ok(circle) = players::circle(app).await {
                    blocked.set(circle.blocked);
                }
            });
        }
    });
    // No guest has the name of an account.
    let seats = Memo::new(move |_| {
        session.read(|model| {
            let name = |seat| Some(model.seat(seat)?.name.clone()).filter(|name| !name.is_empty());
            (0..model.variant.seats()).map(name).collect::<Vec<_>>()
        })
    });
    effect(move || {
        // A chat that has just been opened knows no blocked authors.
        session.has_chat.track();
        let authors = blocked_names().with(|names| seats.with(|seats| authors_of(names, seats)));
        change_chat(|chat| chat.set_blocked(authors));
    });
}

/// Blocks an account, whose lines disappear. Shows why it cannot be blocked.
fn block_author(app: App, session: Session, name: String) {
    if app.account.with_untracked(Option::is_none) {
        app.sign_in_open.set(true);
        return;
    }
    leptos::task::spawn_local(async move {
        match players::relate(app, &name, Some(Relation::Block)).await {
            Ok(()) => blocked_names().update(|blocked| blocked.push(name)),
            Err(why) => session.tell(Notice::Refusal(why)),
        }
    });
}

/// The chat beside the moves, if there is room.
#[component]
pub(crate) fn ChatBeside() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    hide_blocked(app, session);
    let has_chat = has_chat(app, session);
    move || (has_chat.get() && app.wide.get()).then(|| view! { <ChatPanel/> })
}

/// The button that opens the chat as a sheet where there is no room beside the board. It counts the
/// unread lines.
#[component]
pub(crate) fn ChatButton() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let has_chat = has_chat(app, session);
    let is_open = RwSignal::new(false);
    let unread = Memo::new(move |_| session.seats.with(|own| read_chat(|chat| chat.unread(own))));
    let label = move || match unread.get() {
        0 => app.t(Message::Chat).to_owned(),
        count => {
            let unread = app.t_with(Message::ChatUnread, &[&count.to_string()]);
            format!("{}, {unread}", app.t(Message::Chat))
        }
    };
    move || {
        (has_chat.get() && !app.wide.get()).then(|| view! {
            <button class="plain chat-button" data-act="chat" data-unread=move || unread.get().to_string() aria-label=label on:click=move |_| is_open.set(true)>
                <Icon d="M4 5H20V16H11L7 20V16H4Z"/>
                {move || (unread.get() > 0).then(|| view! { <span class="unread" aria-hidden="true">{move || unread.get()}</span> })}
            </button>
            {move || is_open.get().then(|| view! {
                <Dialog title=app.title(Message::Chat) name="chat" on_close=Callback::new(move |()| is_open.set(false))>
                    <ChatPanel/>
                </Dialog>
            })}
        })
    }
}

/// The text of a phrase.
const fn phrase(phrase: ChatPhrase) -> Message {
    match phrase {
        ChatPhrase::Hello => Message::PhraseHello,
        ChatPhrase::GoodLuck => Message::PhraseGoodLuck,
        ChatPhrase::NiceMove => Message::PhraseNiceMove,
        ChatPhrase::OneMoment => Message::PhraseOneMoment,
        ChatPhrase::Sorry => Message::PhraseSorry,
        ChatPhrase::GoodGame => Message::PhraseGoodGame,
        ChatPhrase::Thanks => Message::PhraseThanks,
        ChatPhrase::Goodbye => Message::PhraseGoodbye,
    }
}

/// The lines and the field for a new one. What it shows is read.
#[component]
fn ChatPanel() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let list = NodeRef::<leptos::html::Ol>::new();
    let shown = Memo::new(move |_| {
        let own = session.seats.get();
        let lines = read_chat(|chat| {
            let numbered = chat.numbered(&own).map(|(number, line)| (number, line.clone()));
            numbered.collect::<Vec<_>>()
        });
        lines
            .into_iter()
            .map(|(number, line)| ShownLine::new(app, session, &own, number, line))
            .collect::<Vec<_>>()
    });
    effect(move || {
        shown.track();
        if session.seats.with(|own| read_chat(|chat| chat.unread(own))) > 0 {
            change_chat(Chat::read_all);
        }
        // After the new line is laid out.
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    });
    let is_muted = Memo::new(move |_| read_chat(Chat::is_muted));
    let phrases_only = Memo::new(move |_| {
        let only = read_chat(|chat| chat.phrases_only);
        only && !session.read(GameModel::is_over)
    });
    let mute = move |_| {
        let now = !is_muted.get_untracked();
        mute_chat(app, now);
    };
    let title = move || {
        let watches = session.seats.with(Vec::is_empty);
        let is_apart = watches && !session.read(GameModel::is_over);
        app.t(if is_apart { Message::ChatOfSpectators } else { Message::Chat })
    };
    let say = move |code| {
        session.chat_sent.set_value(String::new());
        session.with_backend(|backend| backend.say(ChatWords::Phrase(code)));
    };
    let phrases = ChatPhrase::ALL.map(|code| {
        let id = serde_json::to_value(code).ok().and_then(|id| id.as_str().map(str::to_owned));
        view! {
            <button data-phrase=id on:click=move |_| say(code)>{app.text(phrase(code))}</button>
        }
    });
    view! {
        <section class="chat" data-panel="chat" aria-label=title>
            <header>
                <h2>{title}</h2>
                <button class="plain" data-act="chat-mute" aria-pressed=move || is_muted.get().to_string() on:click=mute>
                    {app.text(Message::ChatMute)}
                </button>
            </header>
            <MutedAuthors/>
            <ol node_ref=list role="log" tabindex="0">
                {move || shown.with(Vec::is_empty).then(|| {
                    let message = if is_muted.get() { Message::ChatMuted } else { Message::ChatEmpty };
                    view! { <li class="hint">{app.text(message)}</li> }
                })}
                <For each=move || shown.get() key=ShownLine::key let(line)>{chat_line(app, session, line)}</For>
            </ol>
            <div class="phrases" role="group" aria-label=app.text(Message::ChatPhrases)>{phrases}</div>
            {move || (!phrases_only.get()).then(|| view! { <SayField/> })}
            // A sheet covers the status bar with its messages.
            {move || session.notice.get().filter(|_| !app.wide.get()).map(|notice| view! { <p class="hint" role="status">{notice.words(app)}</p> })}
        </section>
    }
}

/// Name of an author.
fn author_words(app: App, session: Session, author: &ChatAuthor) -> String {
    match author {
        ChatAuthor::Seat(seat) => session.seat_name(app, *seat),
        ChatAuthor::Account(name) => name.clone(),
        ChatAuthor::Guest(Some(number)) => {
            app.t_with(Message::SpectatorNumber, &[&guest_digits(*number).to_string()])
        }
        ChatAuthor::Guest(None) => app.t(Message::Spectator).to_owned(),
    }
}

/// The authors whom the viewer has muted at this table, each with a button that ends it.
#[component]
fn MutedAuthors() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let muted = Memo::new(move |_| read_chat(|chat| chat.muted().to_vec()));
    let show = move |author: ChatAuthor| {
        let words = app.t_with(Message::ChatShowAuthor, &[&author_words(app, session, &author)]);
        let end = move |_| mute_author(app, author.clone(), false);
        view! { <button data-act="chat-show" on:click=end>{words}</button> }
    };
    move || {
        let muted = muted.get();
        (!muted.is_empty()).then(
            || view! { <p class="muted-authors">{muted.into_iter().map(show).collect_view()}</p> },
        )
    }
}

/// A line with what its reader sees of the author. Its view stays while other lines arrive, and with it
/// a report that can still be taken back.
#[derive(Clone, PartialEq, Eq)]
struct ShownLine {
    number: i64,
    /// Whether it is a line of this page's seats.
    is_own: bool,
    /// Name of the author.
    author: String,
    /// Account of another author.
    account: Option<String>,
    /// The words in the reader's language.
    words: String,
    language: Language,
    line: ChatLine,
}

/// What of a line changes its view.
type LineKey = (i64, bool, String, Option<String>, String, &'static str);

impl ShownLine {
    fn new(app: App, session: Session, own: &[u8], number: i64, line: ChatLine) -> ShownLine {
        let is_own = chat::is_own(&line, own);
        // Named spectators have accounts.
        let account = match line.seat {
            Some(seat) => session.account_of(seat),
            None => line.name.clone(),
        };
        let words = match &line.say {
            ChatWords::Text(text) => text.clone(),
            ChatWords::Phrase(code) => app.t(phrase(*code)).to_owned(),
        };
        ShownLine {
            number,
            is_own,
            author: author_words(app, session, &ChatAuthor::of(&line)),
            account: account.filter(|_| !is_own),
            words,
            language: app.language(),
            line,
        }
    }

    fn key(&self) -> LineKey {
        let ShownLine { number, is_own, author, account, words, language, .. } = self;
        let names = (author.clone(), account.clone(), words.clone());
        (*number, *is_own, names.0, names.1, names.2, language.tag())
    }
}

/// A line with its author.
fn chat_line(app: App, session: Session, shown: ShownLine) -> impl IntoView {
    let ShownLine { is_own, author, account, words, line, .. } = shown;
    let from = ChatAuthor::of(&line);
    let mute_words = app.t_with(Message::ChatMuteName, &[&author]);
    let reported = ReportedAuthor::of(&line, account.as_deref()).filter(|_| !is_own);
    let table = app.route.with_untracked(|route| route.table().cloned());
    view! {
        <li class:own=is_own data-chat-line=line.seat.map_or("spectator".to_owned(), |seat| seat.to_string())>
            <b>{match account.clone() {
                Some(name) => view! { <PlayerLink name/> }.into_any(),
                None => author.into_any(),
            }}</b> " " <bdi>{words.clone()}</bdi>
            {(!is_own).then(|| {
                let mute = move |_| mute_author(app, from.clone(), true);
                view! { <button class="plain report" data-act="mute-author" aria-label=mute_words on:click=mute>{app.t(Message::ChatMuteAuthor)}</button> }
            })}
            {account.map(|name| {
                let blocked = name.clone();
                let block = move |_| block_author(app, session, blocked.clone());
                view! { <button class="plain report" data-act="block-author" on:click=block>{app.t(Message::Block)}</button> }
            })}
            {reported.map(|author| view! { <LineReport author table quote=format!("“{words}”")/> })}
        </li>
    }
}

/// The field for a typed line.
#[component]
fn SayField() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let typed = session.chat_draft;
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked().trim().to_owned();
        if !text.is_empty() {
            session.chat_sent.set_value(text.clone());
            session.with_backend(|backend| backend.say(ChatWords::Text(text)));
            typed.set(String::new());
        }
    };
    view! {
        <form on:submit=on_submit>
            <input
                type="text"
                data-input="chat"
                autocomplete="off"
                maxlength=CHAT_CHARS.to_string()
                placeholder=app.text(Message::ChatHint)
                aria-label=app.text(Message::ChatHint)
                prop:value=move || typed.get()
                on:input=move |event| typed.set(event_target_value(&event))
            />
            <button data-act="chat-send">{app.text(Message::ChatSend)}</button>
        </form>
    }
}
