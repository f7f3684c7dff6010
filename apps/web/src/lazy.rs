//! Parts of the page that are loaded on demand.
//!
//! The build (`cargo xtask ui`) splits the page's program. Code that only functions with the mark
//! `wasm_split` reach becomes a separate file, one for each name in the mark. Such a function
//! is in the module of its caller. Code shared with the start page and the tables stays in
//! the first file.

use crate::{app::App, browser};
use i18n::Message;
use leptos::{prelude::*, reactive::computed::ScopedFuture, wasm_split::SplitLoaderError};
use std::{pin::Pin, rc::Rc};

/// A chunk of the program could not be fetched.
pub(crate) type NotFetched = SplitLoaderError;

/// Delay before a part that failed to load is requested again, in milliseconds.
const COME_AGAIN_MS: u32 = 3_000;

type Loading<T> = Pin<Box<dyn Future<Output = Result<T, NotFetched>>>>;

/// A part of the page whose code is in a chunk of the program.
#[derive(Clone)]
pub(crate) struct LazyChunk {
    fetch: Rc<dyn Fn() -> Loading<()>>,
    build: Rc<dyn Fn() -> Loading<AnyView>>,
    styles: &'static [&'static str],
}

impl LazyChunk {
    /// A part that the function `build` of a chunk builds. `fetch` is the function's `preload`,
    /// which fetches the chunk.
    pub(crate) fn new<F, B>(
        fetch: impl Fn() -> F + 'static,
        build: impl Fn() -> B + 'static,
    ) -> LazyChunk
    where
        F: Future<Output = Result<(), NotFetched>> + 'static,
        B: Future<Output = Result<AnyView, NotFetched>> + 'static,
    {
        LazyChunk {
            fetch: Rc::new(move || Box::pin(fetch())),
            build: Rc::new(move || Box::pin(build())),
            styles: &[],
        }
    }

    /// The part with style sheets that only some parts need.
    pub(crate) fn with_styles(self, styles: &'static [&'static str]) -> LazyChunk {
        LazyChunk { styles, ..self }
    }

    /// Fetches the chunk and the style sheets.
    async fn fetch(&self) -> Result<(), NotFetched> {
        let styles = self.styles.iter().filter_map(|style| browser::load_style(style));
        let styles: Vec<_> = styles.collect();
        (self.fetch)().await?;
        for style in styles {
            // A part without its style is better than none.
            let _ = style.await;
        }
        Ok(())
    }
}

/// A part, shown after its chunk has been loaded. One that failed to load is requested again until it
/// arrives; meanwhile there is a button to try again at once.
#[component]
pub(crate) fn Lazy(
    chunk: LazyChunk,
    /// Whether the page is complete without the part. Then there is no message and no button.
    #[prop(optional)]
    is_optional: bool,
    /// What is shown until the part has been loaded.
    #[prop(optional, into)]
    loading: ViewFn,
    /// What surrounds the button to try again.
    #[prop(default = |trouble| trouble)]
    frame: fn(AnyView) -> AnyView,
) -> impl IntoView {
    let app = App::get();
    let chunk = StoredValue::new_local(chunk);
    let arrived = StoredValue::new_local(None::<AnyView>);
    // `None` until the result of loading is known.
    let came = RwSignal::new(None::<bool>);
    // Number of times that loading was begun; only the latest goes on.
    let begun = StoredValue::new(0_u32);
    // The loaded part belongs to this component. The button that requested it again may be gone by
    // then.
    let owner = Owner::current();
    let owner = StoredValue::new(owner);
    let come = move || {
        let (Some(chunk), Some(owner)) = (chunk.try_get_value(), owner.try_get_value().flatten())
        else {
            return;
        };
        came.set(None);
        begun.update_value(|begun| *begun += 1);
        let own = begun.get_value();
        // The page may have been left in the meantime.
        let is_over = move || begun.try_get_value() != Some(own);
        let arrive = async move {
            loop {
                let fetched = chunk.fetch().await;
                if is_over() {
                    return;
                }
                let built = match fetched {
                    Ok(()) => (chunk.build)().await.ok(),
                    Err(_) => None,
                };
                // Building a page may open another one.
                if is_over() {
                    return;
                }
                if built.is_some() {
                    arrived.set_value(built);
                    return came.set(Some(true));
                }
                // A message that is shown already is not announced again.
                if came.get_untracked().is_none() {
                    came.set(Some(false));
                }
                browser::pause(COME_AGAIN_MS).await;
                if is_over() {
                    return;
                }
            }
        };
        let arrive = owner.with(|| ScopedFuture::new_untracked(arrive));
        leptos::task::spawn_local(arrive);
    };
    come();
    move || match came.get() {
        Some(true) => arrived.try_update_value(Option::take).flatten(),
        None => Some(loading.run()),
        Some(false) if is_optional => None,
        Some(false) => {
            let trouble = view! {
                <p class="trouble" role="alert" data-trouble=true>{app.t(Message::PartUnreachable)}</p>
                <button class="main" data-act="try-again" on:click=move |_| come()>{app.t(Message::TryAgain)}</button>
            };
            Some(frame(trouble.into_any()))
        }
    }
}
