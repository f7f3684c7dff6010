use crate::{
    app::{App, effect},
    backend::players,
    browser,
    parts::{ArchivePager, ArchivedGames, Awaited, EmptyPlace, PageHeader, Unanswered},
};
use i18n::{Message, variant_name};
use leptos::{ev::SubmitEvent, prelude::*};
use protocol::NAME_CHARS;
use ui_model::{Route, Variant, players::ArchiveFilter};

/// Finished games, the latest first.
#[component]
pub(crate) fn Archive(
    /// The first filter.
    filter: ArchiveFilter,
) -> impl IntoView {
    let app = App::get();
    let filter = RwSignal::new(filter);
    let list = ArchivePager::new();
    effect(move || {
        let filter = filter.get();
        app.replace_address(&Route::Archive(filter.clone()));
        list.load_first(app, filter);
    });
    let ask_again = Callback::new(move |()| list.load_first(app, filter.get_untracked()));
    view! {
        <main class="new wide" data-screen="archive">
            <PageHeader title=app.title(Message::Archive)/>
            <div class="sheet">
                <p class="label">{app.text(Message::ArchiveAbout)}</p>
                <Search filter/>
                {move || list.trouble.get().map(|why| view! { <Unanswered why ask=ask_again/> })}
                <div aria-live="polite">
                    {move || match list.games.get() {
                        None if list.trouble.with(Option::is_some) => ().into_any(),
                        None => view! { <Awaited/> }.into_any(),
                        Some(games) if games.is_empty() => {
                            let variant = filter.with_untracked(|filter| filter.variant);
                            let variant = variant.unwrap_or(Variant::Xiangqi);
                            view! { <EmptyPlace name="archive" why=Message::ArchiveEmpty variant/> }.into_any()
                        }
                        Some(games) => view! { <ArchivedGames games/> }.into_any(),
                    }}
                </div>
                {move || (!list.next.with(String::is_empty)).then(|| view! {
                    <button data-act="older" on:click=move |_| list.load_next(app, filter.get_untracked())>{app.t(Message::Older)}</button>
                })}
            </div>
        </main>
    }
}

/// Filter by game and player.
#[component]
fn Search(filter: RwSignal<ArchiveFilter>) -> impl IntoView {
    let app = App::get();
    let typed = RwSignal::new(filter.with_untracked(|filter| filter.player.clone()));
    let names = RwSignal::new(Vec::<String>::new());
    let on_typed = move |event| {
        typed.set(event_target_value(&event));
        tell_names(app, typed, names);
    };
    let option = move |variant: Option<Variant>| {
        let name = move || match variant {
            Some(variant) => variant_name(app.language(), variant),
            None => app.t(Message::AnyGame),
        };
        view! {
            <option
                value=variant.map_or("", Variant::as_str)
                prop:selected=move || filter.with(|filter| filter.variant == variant)
            >
                {name}
            </option>
        }
    };
    let choose = move |event| {
        let variant = event_target_value(&event).parse().ok();
        filter.update(|filter| filter.variant = variant);
    };
    let find = move |event: SubmitEvent| {
        event.prevent_default();
        filter.update(|filter| filter.player = typed.get_untracked().trim().to_owned());
    };
    view! {
        <form class="find" role="search" on:submit=find>
            <select data-input="game" aria-label=app.text(Message::GameTitle) on:change=choose>
                {option(None)}
                {Variant::ALL.map(|variant| option(Some(variant)))}
            </select>
            <input
                type="search"
                maxlength=NAME_CHARS
                spellcheck="false"
                data-input="player"
                placeholder=app.text(Message::PlayerToFind)
                aria-label=app.text(Message::PlayerToFind)
                prop:value=move || typed.get()
                list="names"
                autocomplete="off"
                on:input=on_typed
            />
            <datalist id="names">
                {move || names.get().into_iter().map(|name| view! { <option value=name></option> }).collect_view()}
            </datalist>
            <button data-act="find">{app.text(Message::Find)}</button>
        </form>
    }
}

/// Pause in typing before names are requested, in milliseconds.
const TYPING_MS: u32 = 200;

/// Requests matching names when typing pauses. Without an answer there are no suggestions, but
/// whole names can still be searched.
fn tell_names(app: App, typed: RwSignal<String>, names: RwSignal<Vec<String>>) {
    let begins = typed.get_untracked();
    // The page may have been left in the meantime.
    let is_typed =
        move |begins: &str| typed.try_with_untracked(|typed| typed == begins).unwrap_or_default();
    browser::run_after(TYPING_MS, move || {
        if is_typed(&begins) {
            leptos::task::spawn_local(async move {
                let found = players::names(app, begins.trim()).await.unwrap_or_default();
                if is_typed(&begins) {
                    names.set(found);
                }
            });
        }
    });
}
