use super::{Icon, NameField, NeedsAccount, RouteLink, StartBoard, usual_game};
use crate::{app::App, backend, browser, qr_code::qr_code, session::Session, ticking::time_signal};
use board_art::picture::QrCode;
use i18n::{Message, clock_words, game_rules, level_words, shown_name, variant_name};
use leptos::{html, prelude::*};
use protocol::{COMPUTERS_AFTER_MS, Command, GameId, ReservedSeat};
use ui_model::{
    Route, Variant, is_correspondence,
    lessons::minutes,
    option_specs::option_words,
    players::{player_words, seat_words},
};

/// The panel of a waiting table: its game, how long the player has waited, its link and QR code for an
/// invited player or a note that any player may join, and a game against the computer meanwhile.
#[component]
pub(crate) fn InvitePanel(
    /// The address of the table.
    link: String,
) -> impl IntoView {
    let app = App::get();
    let copied = RwSignal::new(false);
    let shown = link.clone();
    let link = StoredValue::new(link);
    let field = NodeRef::<html::Input>::new();
    let copy = move |_| {
        browser::copy_text(&link.get_value(), move |is_copied| {
            // The panel may have been left in the meantime.
            let _ = copied.try_set(is_copied);
            // If the browser refuses, the player can copy the selected link by hand.
            if let Some(field) = field.try_get_untracked().flatten().filter(|_| !is_copied) {
                field.select();
            }
        });
    };
    // For a table that waits for any player, the server seats the next one. Its link is shown on
    // request.
    let seeks = app.route.with_untracked(|route| match route {
        Route::Table(id) => backend::is_seek(id),
        _ => false,
    });
    let invites_friend = RwSignal::new(!seeks);
    let code = qr_code(&shown);
    // The loopback address.
    let is_loopback = ["//127.", "//localhost", "//[::1]"].iter().any(|it| shown.contains(it));
    let session = Session::get();
    let reserved = RwSignal::new(Vec::<ReservedSeat>::new());
    let host_seats = RwSignal::new(Vec::<u8>::new());
    // Only accounts reserve seats and challenge others.
    let is_known = RwSignal::new(seeks || app.account.with_untracked(Option::is_none));
    if let Route::Table(id) = app.route.get_untracked() {
        leptos::task::spawn_local(async move {
            // The panel may have been left in the meantime.
            if seeks {
                let _ = host_seats.try_set(backend::host_seats(app, &id).await);
            }
            let found = backend::reserved_seats(app, &id).await;
            let _ = reserved.try_set(found);
            let _ = is_known.try_set(true);
        });
    }
    // A challenge reaches its recipient by itself.
    let challenged = Memo::new(move |_| {
        let challenged = |reserved: &Vec<ReservedSeat>| {
            reserved.iter().find(|it| it.is_challenged).map(|it| it.name.clone())
        };
        reserved.with(challenged)
    });
    let has_link = Memo::new(move |_| {
        invites_friend.get() && is_known.get() && challenged.with(Option::is_none)
    });
    // The recipient has declined, so the player waits for no one.
    let declined = Memo::new(move |_| {
        app.route.with(|route| route.table().and_then(|table| app.declined_at(table)))
    });
    let panel = move || match challenged.with(Option::is_some) {
        true => "challenged",
        false if seeks => "seeking",
        false => "invite",
    };
    let title = move || {
        if let Some(why) = declined.get() {
            return app.t_with(Message::ChallengeDeclined, &[app.t(backend::decline_words(why))]);
        }
        match challenged.get() {
            Some(name) => app.t_with(Message::ChallengeSent, &[&name]),
            None if !is_known.get() => String::new(),
            None => app.t(if seeks { Message::SeekTitle } else { Message::InviteTitle }).to_owned(),
        }
    };
    let about = move || match challenged.with(Option::is_some) {
        _ if declined.get().is_some() => "",
        true => app.t(Message::ChallengeSentAbout),
        false if !is_known.get() => "",
        false => app.t(if seeks { Message::SeekAbout } else { Message::InviteAbout }),
    };
    let play_meanwhile = move |_| {
        let variant = untrack(|| session.read(|game| Some(game.variant)));
        if let (Route::Table(id), Some(variant)) = (app.route.get_untracked(), variant) {
            app.waits_at.set(Some(id));
            app.wanted_game.set_value(Some(usual_game(variant)));
            app.go(Route::Now);
        }
    };
    // A friend who got a link comes soon.
    let waits_long =
        move || declined.get().is_none() && (seeks || challenged.with(Option::is_some));
    // Beside a board on a phone there is no room for it, and a spectator waits for nothing.
    let may_play_meanwhile = Memo::new(move |_| {
        let has_room = app.portrait.get() || app.wide.get();
        has_room && waits_long() && session.seats.with(|seats| !seats.is_empty())
    });
    // The seek of a correspondence game stays when its player leaves.
    let stays = move || {
        let has_days = session.read_table(|table| is_correspondence(&table.clock));
        seeks && has_days && app.account.with(Option::is_some)
    };
    // After a while the players may give the other seats to computers.
    let is_patient = RwSignal::new(true);
    browser::run_after(COMPUTERS_AFTER_MS as u32, move || {
        // The panel may have been left in the meantime.
        let _ = is_patient.try_set(false);
    });
    let may_fill = move || {
        let is_for_four = session.read(|game| game.variant.seats() == 4);
        // By correspondence only the host may, who could otherwise return to a game with computers.
        let has_days = session.read_table(|table| is_correspondence(&table.clock));
        let is_host = move || {
            session.seats.with(|own| host_seats.with(|host| own.iter().any(|it| host.contains(it))))
        };
        seeks && !is_patient.get() && is_for_four && (!has_days || is_host())
    };
    let is_rated = move || session.read_table(|table| table.rated);
    // The game, the player's side, the clock and the options.
    let plan = move || {
        session.read_table(|table| {
            let (language, game) = (app.language(), &table.game);
            let mut words = vec![variant_name(language, game.variant).to_owned()];
            let own = session.seats.with(|seats| seats.first().copied());
            if let Some(own) = own.filter(|_| game.variant.has_fixed_sides()) {
                words.push(seat_words(language, game.variant, &game.options, own));
            }
            words.push(clock_words(language, &table.clock));
            words.extend(option_words(language, game.variant, &game.options));
            let kind = if table.rated { Message::Rated } else { Message::CasualGame };
            words.push(app.t(kind).to_owned());
            Some(
                words
                    .into_iter()
                    .map(|word| view! { <span class="tag">{word}</span> })
                    .collect_view(),
            )
        })
    };
    view! {
        <section class="invite" data-panel=panel>
            <h2>{title}</h2>
            {move || has_link.get().then(|| view! { <div class="link-row">
            <input node_ref=field type="text" readonly data-invite-link prop:value=shown.clone() aria-label=app.text(Message::InviteTitle)/>
            <button class="main" data-act="copy-link" on:click=copy>
                <Icon d="M9 9H20V20H9ZM5 15H4V4H15V5"/>
                <span>{move || app.t(if copied.get() { Message::Copied } else { Message::CopyLink })}</span>
            </button>
            </div> })}
            <p class="label">{about}</p>
            {move || stays().then(|| view! { <p class="label" data-stays=true>{app.t(Message::SeekStays)}</p> })}
            {move || challenged.with(Option::is_none).then(|| view! { <ReservedSeats reserved/> })}
            {move || (is_loopback && has_link.get()).then(|| view! { <p class="label" data-loopback=true>{app.text(Message::InviteLoopback)}</p> })}
            <p class="plan" data-plan=true>{plan}</p>
            {move || waits_long().then(|| view! { <WaitedTime/> })}
            {move || may_fill().then(|| view! {
                // The player knows before the tap that the game will not be rated.
                <p class="label" data-fill-about=if is_rated() { "rated" } else { "casual" }>
                    {app.t(if is_rated() { Message::FillSeatsRated } else { Message::FillSeatsAbout })}
                </p>
                <button class="main big" data-act="fill-seats" on:click=move |_| session.send(Command::FillSeats)>
                    {app.text(Message::FillSeats)}
                </button>
            })}
            {move || (!invites_friend.get() && challenged.with(Option::is_none)).then(|| view! {
                <button data-act="invite-friend" on:click=move |_| invites_friend.set(true)>{app.text(Message::InviteFriend)}</button>
            })}
            {move || may_play_meanwhile.get().then(|| view! {
                <button data-act="play-meanwhile" on:click=play_meanwhile>{app.text(Message::PlayMeanwhile)}</button>
                <p class="label">{app.text(Message::PlayMeanwhileAbout)}</p>
            })}
            {move || code.clone().filter(|_| has_link.get()).map(|QrCode { modules: size, path: d }| view! {
                <svg class="code" viewBox=format!("-4 -4 {} {}", size + 8, size + 8) role="img" aria-label="QR">
                    <rect x="-4" y="-4" width=size + 8 height=size + 8 fill="#fff"/>
                    <path d=d fill="#000" shape-rendering="crispEdges"/>
                </svg>
            })}
        </section>
    }
}

/// How long the player has waited at this table, also while the page showed something else.
#[component]
fn WaitedTime() -> impl IntoView {
    let app = App::get();
    let table = app.route.with_untracked(|route| route.table().cloned());
    let known = app.waited_since.with_value(|since| {
        since.as_ref().filter(|(id, _)| Some(id) == table.as_ref()).map(|(_, since_ms)| *since_ms)
    });
    let begun = known.unwrap_or_else(browser::now_ms);
    app.waited_since.set_value(table.map(|table| (table, begun)));
    let now = time_signal(1_000);
    let seconds = Memo::new(move |_| ((now.get() - begun).max(0.0) / 1_000.0) as u64);
    let words = move || {
        let seconds = seconds.get();
        app.t_with(Message::WaitedFor, &[&format!("{}:{:02}", seconds / 60, seconds % 60)])
    };
    view! { <p class="label waited" data-waited=true>{words}</p> }
}

/// Says for whom seats are reserved.
#[component]
fn ReservedSeats(reserved: RwSignal<Vec<ReservedSeat>>) -> impl IntoView {
    let app = App::get();
    move || reserved.with(|all| all.iter().map(|it| reserved_line(app, it)).collect_view())
}

fn reserved_line(app: App, reserved: &ReservedSeat) -> impl IntoView + use<> {
    let words = app.t_with(Message::ReservedFor, &[&reserved.name]);
    view! { <p class="label" data-reserved=reserved.seat>{words}</p> }
}

/// Joins a seat of a table and shows it, or shows the reason why that failed.
fn sit_down(app: App, session: Session, id: GameId, seat: u8, trouble: RwSignal<Option<String>>) {
    trouble.set(None);
    leptos::task::spawn_local(async move {
        match backend::join_remote(app, &id, Some(seat)).await {
            Ok(()) => backend::enter_remote(app, session, id),
            Err(why) => trouble.set(Some(why)),
        }
    });
}

/// The invitation of a table: its game and its open seats.
#[component]
pub(crate) fn JoinPanel(
    /// Id of the table.
    id: GameId,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let reserved = RwSignal::new(Vec::<ReservedSeat>::new());
    // No seat can be taken before it is known which are reserved.
    let is_known = RwSignal::new(false);
    let asked = id.clone();
    leptos::task::spawn_local(async move {
        let found = backend::reserved_seats(app, &asked).await;
        // The panel may have been left in the meantime.
        let _ = reserved.try_set(found);
        let _ = is_known.try_set(true);
    });
    let id = StoredValue::new(id);
    let trouble = RwSignal::new(None::<String>);
    let sit = move |seat: u8| sit_down(app, session, id.get_value(), seat, trouble);
    move || {
        session.invited.get().map(|info| {
            let variant = info.plan.variant.parse::<Variant>().ok();
            let name = variant.map_or("", |variant| variant_name(app.language(), variant));
            let clock = clock_words(app.language(), &info.plan.clock);
            let plan = info.plan.options.clone();
            let options = variant
                .map_or_else(Vec::new, |variant| option_words(app.language(), variant, &plan));
            let open: Vec<usize> =
                (0..info.seats.len()).filter(|&seat| !info.seats[seat].taken).collect();
            let buttons = move || open.clone().into_iter()
                .map(|seat| {
                    let own = app.account.get();
                    let reserved = reserved.get();
                    let here = reserved.iter().find(|it| usize::from(it.seat) == seat);
                    let is_own = |it: &ReservedSeat| own.as_ref() == Some(&it.name);
                    if let Some(other) = here.filter(|it| !is_own(it)) {
                        return reserved_line(app, other).into_any();
                    }
                    if here.is_none() && reserved.iter().any(is_own) {
                        return ().into_any();
                    }
                    let plan = plan.clone();
                    let label = move || {
                        let join = app.t(Message::Join);
                        let words = variant.map(|variant| {
                            seat_words(app.language(), variant, &plan, seat as u8)
                        });
                        words.map_or_else(|| join.to_owned(), |words| format!("{join}\u{a0}· {words}"))
                    };
                    view! {
                        <button class="main big" data-act="join" data-join=seat disabled=move || !is_known.get() on:click=move |_| sit(seat as u8)>{label}</button>
                    }
                    .into_any()
                })
                .collect_view();
            let hosts: Vec<String> = info
                .seats
                .iter()
                .filter(|seat| seat.taken)
                .map(|seat| match &seat.level {
                    Some(level) => level_words(app.language(), level),
                    None => player_words(shown_name(app.language(), &seat.name), seat.strength),
                })
                .collect();
            let rated = info.plan.rated;
            view! {
                <section class="invited" data-panel="invited">
                    {variant.map(|variant| view! { <StartBoard variant/> })}
                    <div class="invited-words">
                    <h2>{app.t(Message::JoinTitle)}</h2>
                    <p><strong>{name}</strong> "\u{a0}· " {hosts.join(", ")}</p>
                    <p>{clock}</p>
                    {variant.map(|variant| view! {
                        <p class="label" data-goal=true>
                            // The first chapter of the rules is the goal of the game.
                            {game_rules(variant).first().and_then(|chapter| chapter.lines.first()).map(|&(_, goal)| app.t(goal))}
                            " "
                            <RouteLink act="learn" to=Route::Lesson(variant, 0, 0)>{app.t_with(Message::LearnQuickly, &[&minutes(variant).to_string()])}</RouteLink>
                        </p>
                    })}
                    {(!options.is_empty()).then(|| view! { <p data-options=true>{options.join("\u{a0}· ")}</p> })}
                    {info.plan.start.is_some().then(|| view! { <p data-set-up=true>{app.t(Message::FromPosition)}</p> })}
                    {info.plan.training.then(|| view! { <p data-training=true>{app.t(Message::Training)}</p> })}
                    {rated.then(|| view! {
                        <p data-rated=true><span class="tag">{app.t(Message::Rated)}</span> " " {app.t(Message::RatedAbout)}</p>
                    })}
                    {(info.plan.spectator_delay > 0).then(|| view! {
                        <p data-late=true>{app.t_with(Message::SpectatorsLate, &[&info.plan.spectator_delay.to_string()])}</p>
                    })}
                    {move || if rated && app.account.with(Option::is_none) {
                        view! { <ReservedSeats reserved/> <NeedsAccount/> }.into_any()
                    } else {
                        view! { <NameField/> {buttons()} }.into_any()
                    }}
                    <button data-act="watch" on:click=move |_| backend::watch_remote(app, session, id.get_value())>
                        {app.t(Message::Watch)}
                    </button>
                    {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
                    </div>
                </section>
            }
        })
    }
}
