use crate::{
    app::{App, effect},
    backend, browser,
    parts::{
        ChoiceGroup, Clocks, EssentialOptions, GameOptions, Icon, LevelChoice, NameField,
        NeedsAccount, RouteLink, SeekCard, SettingsButton, StartBoard, open_local_game,
    },
    ticking::run_every_seen,
};
use games::board::{BoardShape, Side};
use i18n::{Message, PLIES, counted, edge_name, side_name, variant_name};
use leptos::prelude::*;
use protocol::Seek;
use ui_model::{
    FirstMover, NewGame, Opponent, RATINGS, Route, SeatChoice, Variant, players::speed_message,
};

/// The form for a new game, with defaults that can be played at once.
#[component]
pub(crate) fn NewGameForm(
    variant: Variant,
    /// The opponent chosen at first.
    opponent: Opponent,
    /// Whether the game is rated at first.
    rated: bool,
) -> impl IntoView {
    let app = App::get();
    let form = RwSignal::new(first_choice(variant, opponent, rated));
    let title = Signal::derive(move || variant_name(app.language(), variant).to_owned());
    app.set_title(title);
    let trouble = RwSignal::new(None::<String>);
    let is_creating = RwSignal::new(false);
    let start = move |_| start_game(app, form, trouble, is_creating);
    view! {
        <main class="new pair" data-screen="new" data-game=variant.as_str()>
            <StartBoard variant/>
            <header class="bar">
                <button class="plain" data-act="back" aria-label=app.text(Message::Back) on:click=move |_| app.go(Route::Start)>
                    <Icon d="M15 5L8 12L15 19"/>
                </button>
                <h1>{move || title.get()}</h1>
                <RouteLink class="button" act="rules" to=Route::Rules(variant)>
                    <Icon d="M5 4H19V20H5ZM8 8H16M8 12H16M8 16H13"/>
                    <span>{app.text(Message::Rules)}</span>
                </RouteLink>
                <SettingsButton/>
            </header>
            <form class="sheet" on:submit=|event| event.prevent_default()>
                <Opponents form/>
                <Seekers form/>
                {(variant.seats() == 2).then(|| view! { <FirstMoverChoice form/> })}
                <EssentialOptions form/>
                {if variant.seats() == 4 {
                    view! { <SeatChoices form/> }.into_any()
                } else {
                    view! { <ReservedPlayer form seat=1/> }.into_any()
                }}
                <Levels form/>
                <Clocks form/>
                <Rated form/>
                <GameOptions form>
                    <Training form/>
                    <NameField/>
                </GameOptions>
                <div class="start-row">
                    {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
                    <button type="button" class="main big" data-act="start" disabled=move || is_creating.get() on:click=start>
                        {move || app.t(if is_creating.get() { Message::Starting } else { form.with(NewGame::start_message) })}
                    </button>
                </div>
            </form>
        </main>
    }
}

/// The form as it is shown first, with the computer at the level of the last game that was played.
fn first_choice(variant: Variant, opponent: Opponent, rated: bool) -> NewGame {
    let mut form = NewGame::new(variant);
    if let Some(level) = backend::usual_level(variant) {
        form.level = level;
    }
    form.set_opponent(opponent);
    form.set_rated(rated);
    form
}

/// Opens the table of the form and shows it.
fn start_game(
    app: App,
    form: RwSignal<NewGame>,
    trouble: RwSignal<Option<String>>,
    is_creating: RwSignal<bool>,
) {
    if is_creating.get_untracked() {
        return;
    }
    trouble.set(form.with_untracked(NewGame::clock_problem).map(|why| app.t(why).to_owned()));
    if trouble.with_untracked(Option::is_some) {
        return;
    }
    if form.with_untracked(|form| form.plan(false).rated)
        && app.account.with_untracked(Option::is_none)
    {
        app.sign_in_open.set(true);
        return;
    }
    let coin = browser::random::<1>().is_ok_and(|[byte]| byte % 2 == 1);
    let game = form.get_untracked();
    let plan = game.plan(coin);
    if game.is_local() {
        if let Err(why) = open_local_game(app, plan) {
            trouble.set(Some(why));
        }
        return;
    }
    is_creating.set(true);
    leptos::task::spawn_local(async move {
        let answer = match game.opponent {
            Opponent::Random => backend::pair_remote(app, plan).await,
            _ => {
                let reserved = game.reserved_seats(&plan);
                backend::open_remote(app, plan, reserved).await
            }
        };
        is_creating.set(false);
        match answer {
            Ok(table) => app.go(Route::Table(table)),
            Err(why) => trouble.set(Some(why)),
        }
    });
}

#[component]
fn Opponents(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let choices = [
        (
            Opponent::Computer,
            "computer",
            Message::VsComputer,
            Message::VsComputerAbout,
            "M4 5H20V16H4ZM9 20H15M12 16V20",
        ),
        (
            Opponent::SameDevice,
            "device",
            Message::SameDevice,
            Message::SameDeviceAbout,
            "M8 11A3 3 0 1 1 8 5A3 3 0 1 1 8 11M16 11A3 3 0 1 1 16 5A3 3 0 1 1 16 11M2 19C3 14 13 14 14 19M13 15C15 13 21 14 22 19",
        ),
        (
            Opponent::Invited,
            "invite",
            Message::InviteFriend,
            Message::InviteFriendAbout,
            "M10 14L14 10M9 11L6 14A4 4 0 0 0 11 19L13 16M15 13L18 10A4 4 0 0 0 13 5L11 8",
        ),
        (
            Opponent::Random,
            "seek",
            Message::RandomOpponent,
            Message::RandomOpponentAbout,
            "M4 7H8L16 17H20M4 17H8L16 7H20M17 4L20 7L17 10M17 14L20 17L17 20",
        ),
    ];
    let buttons = choices.map(|(opponent, name, title, about, d)| {
        view! {
            <button
                type="button"
                class="opponent"
                data-opponent=name
                aria-pressed=move || form.with(|form| form.opponent == opponent).to_string()
                on:click=move |_| form.update(|form| form.set_opponent(opponent))
            >
                <Icon d/>
                <strong>{app.text(title)}</strong>
                <small>{app.text(about)}</small>
            </button>
        }
    });
    view! { <div class="opponents" role="group" aria-label=app.text(Message::Opponent)>{buttons}</div> }
}

/// Players who wait for an opponent, to choose from.
#[component]
fn Seekers(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let seeks = RwSignal::new(Vec::<Seek>::new());
    let is_asked = Memo::new(move |_| form.with(|form| form.opponent == Opponent::Random));
    let look = move || {
        if is_asked.get_untracked() {
            let variant = form.with_untracked(|form| form.variant);
            leptos::task::spawn_local(async move {
                let found = backend::seekers(app, Some(variant)).await.unwrap_or_default();
                // The page may have been left in the meantime.
                let _ = seeks.try_set(found);
            });
        }
    };
    effect(move || {
        if is_asked.get() {
            look();
        }
    });
    run_every_seen(3_000, look);
    move || {
        (is_asked.get() && seeks.with(|seeks| !seeks.is_empty())).then(|| view! {
            <div class="field" data-field="seekers">
                <span class="label">{app.t(Message::ChoosePlayer)}</span>
                {seeks.get().into_iter().map(|seek| view! { <SeekCard seek names_game=false/> }).collect_view()}
            </div>
        })
    }
}

#[component]
fn FirstMoverChoice(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let has_sides = form.with_untracked(|form| form.variant.has_fixed_sides());
    let (title, first, second) = if has_sides {
        (Message::PlayAs, Message::RedFirst, Message::BlackSecond)
    } else {
        (Message::FirstMove, Message::GoFirst, Message::GoSecond)
    };
    let list = Signal::derive(move || {
        [
            (FirstMover::Me, first),
            (FirstMover::Other, second),
            (FirstMover::Random, Message::AtRandom),
        ]
        .map(|(choice, message)| (choice.as_str().to_owned(), app.t(message).to_owned()))
        .to_vec()
    });
    let chosen = Signal::derive(move || form.with(|form| form.first).as_str().to_owned());
    let choose = Callback::new(move |value: String| {
        form.update(|form| form.first = FirstMover::parse(&value).unwrap_or_default());
    });
    move || {
        // On one device both sides are present, so there is no choice.
        form.with(|form| form.opponent != Opponent::SameDevice).then(|| {
            view! {
                <ChoiceGroup title=app.title(title) name="first" list chosen choose/>
            }
        })
    }
}

#[component]
fn Levels(form: RwSignal<NewGame>) -> impl IntoView {
    let variant = form.with_untracked(|form| form.variant);
    let chosen = Signal::derive(move || form.with(|form| form.level));
    let choose = Callback::new(move |level| form.update(|form| form.level = level));
    let shown = Memo::new(move |_| {
        form.with(|form| match form.variant.seats() {
            4 => form.seat_choices.contains(&SeatChoice::Computer),
            _ => form.opponent == Opponent::Computer,
        })
    });
    move || shown.get().then(|| view! { <LevelChoice variant chosen choose/> })
}

#[component]
fn SeatChoices(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let seats = ['r', 'g', 'y', 'b'].into_iter().enumerate().map(|(index, letter)| {
        let side = Side::of_seat(BoardShape::Cross, letter).unwrap_or(Side::Red);
        let edge = move |language| edge_name(language, Variant::Sifang, index as u8);
        let choice = move || form.with(|form| form.seat_choices[index]);
        let on_change = move |event| {
            let choice = match event_target_value(&event).as_str() {
                "here" => SeatChoice::Here,
                "invited" => SeatChoice::Invited,
                _ => SeatChoice::Computer,
            };
            form.update(|form| form.seat_choices[index] = choice);
        };
        let option = move |value: &'static str, which: SeatChoice, message: Message| {
            view! { <option value=value prop:selected=move || choice() == which>{app.text(message)}</option> }
        };
        view! {
            <label class="seat-choice" data-side=side.id()>
                <span class="emblem" aria-hidden="true"></span>
                <span>{move || format!("{} · {}", edge(app.language()).unwrap_or_default(), side_name(app.language(), side))}</span>
                <select data-sitter=index on:change=on_change>
                    {option("here", SeatChoice::Here, Message::SeatMe)}
                    {option("computer", SeatChoice::Computer, Message::VsComputer)}
                    {option("invited", SeatChoice::Invited, Message::SeatOpen)}
                </select>
            </label>
            <ReservedPlayer form seat=index/>
        }
    });
    view! {
        <div class="field" data-field="seats">
            <span class="label">{app.text(Message::Seats)}</span>
            <div class="seat-choices">{seats.collect_view()}</div>
        </div>
    }
}

/// The name of the account for which the seat of an invited player is reserved.
#[component]
fn ReservedPlayer(form: RwSignal<NewGame>, seat: usize) -> impl IntoView {
    let app = App::get();
    let is_offered = Memo::new(move |_| {
        let is_invited = form.with(|form| {
            let is_pair = form.variant.seats() == 2;
            form.may_reserve() && (is_pair || form.seat_choices[seat] == SeatChoice::Invited)
        });
        is_invited && app.account.with(Option::is_some)
    });
    let keep = move |event| form.update(|form| form.reserved[seat] = event_target_value(&event));
    move || {
        is_offered.get().then(|| view! {
            <label class="field reserve">
                <span class="label">{app.text(Message::ReserveFor)}</span>
                <input
                    type="text"
                    data-reserve=seat
                    autocomplete="off"
                    spellcheck="false"
                    title=app.text(Message::ReserveAbout)
                    prop:value=move || form.with(|form| form.reserved[seat].clone())
                    on:change=keep
                />
                {(seat == 1).then(|| view! { <small class="label">{app.text(Message::ReserveAbout)}</small> })}
            </label>
        })
    }
}

#[component]
fn Training(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let hides_pieces = form.with_untracked(|form| form.variant.hides_pieces());
    let message = if hides_pieces { Message::TrainingPeek } else { Message::Training };
    // A switch that is created inside the folded options has no size until it changes again.
    let is_offered = Memo::new(move |_| form.with(NewGame::is_local));
    let is_on = Memo::new(move |_| form.with(|form| form.training));
    move || {
        is_offered.get().then(|| {
            view! {
                <label class="switch" data-field="training">
                    <span>{move || app.t(message)}</span>
                    <input
                        type="checkbox"
                        role="switch"
                        data-option="training"
                        prop:checked=move || is_on.get()
                        on:change=move |event| form.update(|form| form.training = event_target_checked(&event))
                    />
                </label>
            }
        })
    }
}

/// The choice of how late spectators see the game.
#[component]
fn SpectatorDelay(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let list = Signal::derive(move || {
        let name = |moves: u8| match moves {
            0 => app.t(Message::SpectatorDelayNone).to_owned(),
            moves => counted(app.language(), PLIES, &moves.to_string()),
        };
        [0, 2, 4, 6, 10].map(|moves: u8| (moves.to_string(), name(moves))).to_vec()
    });
    let chosen = Signal::derive(move || form.with(|form| form.spectator_delay.to_string()));
    let choose = Callback::new(move |value: String| {
        form.update(|form| form.spectator_delay = value.parse().unwrap_or(0));
    });
    view! {
        <ChoiceGroup title=app.text(Message::SpectatorDelay) name="spectator-delay" list chosen choose/>
    }
}

/// The choice of the lowest and highest rating of the opponents.
#[component]
fn WantedRatings(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let end = move |name: &'static str, label: Message, is_max: bool| {
        let chosen = move || {
            form.with(|form| if is_max { form.rating_range.1 } else { form.rating_range.0 })
        };
        let on_change = move |event| {
            let rating = event_target_value(&event).parse().ok();
            form.update(|form| {
                if is_max {
                    form.set_max_rating(rating);
                } else {
                    form.set_min_rating(rating);
                }
            });
        };
        let option = move |rating: u32| {
            view! { <option value=rating prop:selected=move || chosen() == Some(rating)>{rating}</option> }
        };
        view! {
            <label>
                <small class="label">{app.text(label)}</small>
                <select data-input=name on:change=on_change>
                    <option value="" prop:selected=move || chosen().is_none()>{app.text(Message::AnyRating)}</option>
                    {RATINGS.map(option).into_iter().collect_view()}
                </select>
            </label>
        }
    };
    view! {
        <div class="field range" data-field="rating-range">
            <span class="label">{app.text(Message::OpponentRating)}</span>
            <div class="range-ends">
                {end("min-rating", Message::RatingLowest, false)}
                {end("max-rating", Message::RatingHighest, true)}
            </div>
        </div>
    }
}

/// The choice of a rated game, offered for games against people on other devices.
#[component]
fn Rated(form: RwSignal<NewGame>) -> impl IntoView {
    let app = App::get();
    let is_offered = Memo::new(move |_| form.with(NewGame::may_be_rated));
    let is_rated = Memo::new(move |_| form.with(|form| form.rated));
    let may_be_late = Memo::new(move |_| form.with(NewGame::may_be_late));
    let has_range = Memo::new(move |_| form.with(NewGame::may_have_range));
    let has_account = Memo::new(move |_| app.account.with(Option::is_some));
    let ladder = Memo::new(move |_| table::ladder(&form.with(|form| form.plan(false))));
    let counts_for = move || {
        ladder.get().map(|(variant, speed)| {
            let variant = variant_name(app.language(), variant);
            format!("{variant} · {}", app.t(speed_message(speed)))
        })
    };
    move || {
        is_offered.get().then(|| {
            view! {
                <div class="rated" data-field="rated">
                    <label class="switch">
                        <span>
                            {app.text(Message::Rated)}
                            <small class="label">{app.text(Message::RatedAbout)} " " {counts_for}</small>
                        </span>
                        <input
                            type="checkbox"
                            role="switch"
                            data-option="rated"
                            prop:checked=move || is_rated.get()
                            on:change=move |event| form.update(|form| form.set_rated(event_target_checked(&event)))
                        />
                    </label>
                    {move || is_rated.get().then(|| view! { <small class="label">{app.text(Message::RatedRules)}</small> })}
                    {move || may_be_late.get().then(|| view! { <SpectatorDelay form/> })}
                    {move || has_range.get().then(|| view! { <WantedRatings form/> })}
                    {move || (is_rated.get() && !has_account.get()).then(|| view! { <NeedsAccount/> })}
                </div>
            }
        })
    }
}
