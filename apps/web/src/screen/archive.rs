use crate::{
    app::App,
    host::players,
    parts::{Bar, Games},
};
use leptos::{ev::SubmitEvent, prelude::*};
use protocol::ArchivedGame;
use ui_model::{
    Route, Variant,
    catalogue::{Message, variant_name},
    players::Filter,
};

/// Games that are over, the latest first.
#[component]
pub(crate) fn Archive(
    /// Which to begin with.
    filter: Filter,
) -> impl IntoView {
    let app = App::get();
    let filter = RwSignal::new(filter);
    let list = List::new();
    Effect::new(move |_| {
        app.rename(&Route::Archive(filter.get()));
        list.begin(app, filter);
    });
    view! {
        <main class="new wide" data-screen="archive">
            <Bar title=app.title(Message::Archive)/>
            <div class="sheet">
                <p class="label">{app.text(Message::ArchiveAbout)}</p>
                <Search filter/>
                <div role="alert">
                    {move || list.trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
                </div>
                <div aria-live="polite">
                    {move || match list.games.get() {
                        None => view! { <p class="label">{app.say(Message::Loading)}</p> }.into_any(),
                        Some(games) => view! { <Games games/> }.into_any(),
                    }}
                </div>
                {move || (!list.next.with(String::is_empty)).then(|| view! {
                    <button data-act="older" on:click=move |_| list.more(app, filter)>{app.say(Message::Older)}</button>
                })}
            </div>
        </main>
    }
}

/// What has been fetched so far.
#[derive(Clone, Copy)]
struct List {
    /// Absent until the first page is here.
    games: RwSignal<Option<Vec<ArchivedGame>>>,
    /// Where the next page begins; empty after the last.
    next: RwSignal<String>,
    trouble: RwSignal<Option<String>>,
}

impl List {
    fn new() -> List {
        List {
            games: RwSignal::new(None),
            next: RwSignal::new(String::new()),
            trouble: RwSignal::new(None),
        }
    }

    /// The first page.
    fn begin(self, app: App, filter: RwSignal<Filter>) {
        self.next.set(String::new());
        self.fetch(app, filter, true);
    }

    /// The next page.
    fn more(self, app: App, filter: RwSignal<Filter>) {
        self.fetch(app, filter, false);
    }

    fn fetch(self, app: App, filter: RwSignal<Filter>, is_first: bool) {
        let asked = (filter.get_untracked(), self.next.get_untracked());
        self.trouble.set(None);
        leptos::task::spawn_local(async move {
            let answer = players::archive(app, &asked.0, &asked.1).await;
            // Something else may have been asked for meanwhile, or the page left.
            let is_asked = filter.try_get_untracked().as_ref() == Some(&asked.0)
                && self.next.try_get_untracked().as_ref() == Some(&asked.1);
            if !is_asked {
                return;
            }
            match answer {
                Ok(page) => {
                    let before = self.games.get_untracked().filter(|_| !is_first);
                    let mut games = before.unwrap_or_default();
                    games.extend(page.games);
                    self.games.set(Some(games));
                    self.next.set(page.next.unwrap_or_default());
                }
                Err(why) => self.trouble.set(Some(why)),
            }
        });
    }
}

/// Which game, which player.
#[component]
fn Search(filter: RwSignal<Filter>) -> impl IntoView {
    let app = App::get();
    let typed = RwSignal::new(filter.with_untracked(|filter| filter.player.clone()));
    let option = move |variant: Option<Variant>| {
        let name = move || match variant {
            Some(variant) => variant_name(app.language(), variant),
            None => app.say(Message::AnyGame),
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
                maxlength="24"
                spellcheck="false"
                data-input="player"
                placeholder=app.text(Message::PlayerToFind)
                aria-label=app.text(Message::PlayerToFind)
                prop:value=move || typed.get()
                on:input=move |event| typed.set(event_target_value(&event))
            />
            <button data-act="find">{app.text(Message::Find)}</button>
        </form>
    }
}
