use leptos::prelude::*;

/// Buttons of a single choice under a heading.
#[component]
pub(crate) fn ChoiceGroup(
    #[prop(into)] title: Signal<String>,
    name: &'static str,
    /// Value and label.
    list: Signal<Vec<(String, String)>>,
    chosen: Signal<String>,
    choose: Callback<String>,
) -> impl IntoView {
    view! {
        <div class="field" data-field=name>
            <span class="label">{move || title.get()}</span>
            <div class="choices" role="group" aria-label=move || title.get()>
                <For each=move || list.get() key=Clone::clone let((value, words))>
                    {
                        let (mine, given) = (value.clone(), value.clone());
                        view! {
                            <button
                                type="button"
                                data-value=value
                                aria-pressed=move || (chosen.get() == mine).to_string()
                                on:click=move |_| choose.run(given.clone())
                            >
                                {words}
                            </button>
                        }
                    }
                </For>
            </div>
        </div>
    }
}
