// How the answer of a view stands to its inputs, and what stands in its place where there is none.
import { html, nothing, type TemplateResult } from "lit";
import type { Following } from "../../answers/following-question";
import type { Model } from "../../answers/model";
import type { Problem } from "../../engine/protocol";
import { damageInWords, type Inputs, problemIn, withRefusal } from "../../state/inputs/inputs";
import type { Fault } from "../../state/link/faults";
import type { ChoiceKey } from "../../state/parameters/choices";
import { inPlainWords } from "../../state/parameters/entry";
import { type Key, type Name, PARAMS, type Parameters } from "../../state/parameters/table";
import { settingInWords } from "../../words/title";
import { AnswerEvent, ChoiceEvent, FieldEvent, MendEvent } from "../element/events";
import type { Shown } from "../element/workbench";

export interface Standing extends Shown {
  /** With the core's refusal beside the control that it names. */
  inputs: Inputs;
  /** Why the inputs have no answer; the figures of the last good ones may stand. */
  refused: string | null;
  /** The control that has to change, where it is one. */
  wrong: Name | null;
  /** What stands where there is no figure yet: what is being computed, or why nothing is. */
  pending: string;
}

interface Circumstances {
  /** Why another question has no answer, on which this one waits. */
  beside?: Problem | null;
  /** What has to be given first. */
  missing?: string | null;
  /** The names that have a control in the form, where these are not all that is asked with. */
  controls?: (values: Parameters) => readonly Name[];
}

export function standingOf<O, V>(
  model: Model,
  question: Following<O, V>,
  names: (values: Parameters) => readonly Name[],
  { beside = null, missing = null, controls = names }: Circumstances = {},
): Standing {
  const problem = question.problem ?? beside;
  const inputs = withRefusal(model.inputs, problem);
  const { values } = inputs;
  const refused = problemIn(inputs, names(values)) ?? (problem ? inPlainWords(problem.message) : missing);
  const wrong = names(values).find((name) => inputs.problems[name]) ?? null;
  const computing = `Computing ${settingInWords(values)}…`;
  const pending = refused === null ? computing : `No answer: ${refused}.`;
  return {
    inputs,
    refused,
    wrong,
    stale: question.current ? "no" : "yes",
    settled: question.current || refused !== null,
    instead: insteadOf(model, problem, controls),
    cover: question.slow ? coverOf(question, computing) : null,
    pending,
  };
}

function insteadOf(model: Model, problem: Problem | null, controls: (values: Parameters) => readonly Name[]) {
  const { inputs } = model;
  if (inputs.faults.length > 0) return damaged(inputs, controls(inputs.values));
  if (problem?.code === "unknown") return unproven(problem);
  return problem?.code === "cancelled" ? cancelled(model) : null;
}

/** What a damaged link has wrong, each with what can be done about it. */
export function damaged({ faults }: Inputs, controls: readonly Name[]): TemplateResult {
  return html`<div class="no-answer" role="group" aria-label="The link is damaged" tabindex="-1">
    ${faults.map(
      (
        fault,
        i,
      ) => html`<p class=${i === 0 ? "sentence" : "detail"}>${i === 0 ? damageInWords(fault) : `Also, ${fault.words}`}.</p>
        <p class="buttons">
          ${fault.remedies.map(
            (remedy) => html`<button type="button" @click=${(event: Event) => act(event, new MendEvent(fault, remedy))}>
              ${remedy.words}
            </button>`,
          )}
          ${
            hasControl(fault, controls)
              ? html`<button type="button" @click=${(event: Event) => enter(event, fault.parameter)}>Enter it</button>`
              : nothing
          }
        </p>`,
    )}
    <p class="detail">Until then no figure is shown: it would belong to another setting.</p>
  </div>`;
}

function hasControl({ parameter }: Fault, controls: readonly Name[]): boolean {
  return parameter !== null && parameter !== "history" && controls.includes(parameter);
}

/** The focus goes to the control, wherever it is folded away. */
function enter(event: Event, parameter: Name | null): void {
  const root = (event.currentTarget as Element).getRootNode() as Document | ShadowRoot;
  const control = root.querySelector<HTMLElement>(
    `#field-${parameter}, #choice-${parameter}, input[name="choice-${parameter}"]:checked`,
  );
  for (let at = control?.parentElement; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  control?.focus();
  if (control instanceof HTMLInputElement && control.type === "text") control.select();
}

/** The statement that nothing is proven, and the way to the nearest question that has an answer. */
function unproven({ message, ...problem }: Problem): TemplateResult {
  const nearest = "nearest" in problem ? problem.nearest : undefined;
  return html`<div class="no-answer" role="group" aria-label="Nothing is proven" tabindex="-1">
    <p class="sentence">${nearest?.statement ?? `${message}.`}</p>
    ${
      nearest
        ? html`<p class="buttons">
            <button type="button" @click=${(event: Event) => act(event, towards(nearest.parameter, nearest.value))}>
              ${NEAREST[`${nearest.parameter} ${nearest.value}`] ?? `Ask with ${nearest.parameter} ${nearest.value}`}
            </button>
          </p>`
        : nothing
    }
    <p class="detail">That does not make it safe: it only means that no figure can be given.</p>
  </div>`;
}

const NEAREST: Record<string, string> = {
  "neighboring_relation replace_one": "Ask about replacing a record",
  "neighboring_relation add_or_remove_one": "Ask about adding or removing records",
  "sampling poisson": "Ask about Poisson sampling",
  "group_size 1": "Ask about one record",
};

function towards(parameter: ChoiceKey | Key, value: string): Event {
  return parameter in PARAMS ? new FieldEvent(parameter as Key, value) : new ChoiceEvent(parameter as ChoiceKey, value);
}

function cancelled({ inputs, previous }: Model): TemplateResult {
  return html`<div class="no-answer" role="group" aria-label="Cancelled" tabindex="-1">
    <p class="sentence">Cancelled: ${settingInWords(inputs.values)} was not computed.</p>
    <p class="buttons">
      <button type="button" @click=${(event: Event) => act(event, new AnswerEvent("again"))}>Compute it</button>
      ${
        previous
          ? html`<button type="button" @click=${(event: Event) => act(event, new AnswerEvent("back"))}>
              Back to ${settingInWords(previous.values)}
            </button>`
          : nothing
      }
    </p>
  </div>`;
}

/** The button goes with what it answers: the focus stays at the place. */
function act(event: Event, told: Event): void {
  const button = event.currentTarget as HTMLElement;
  button.closest<HTMLElement>(".answer, .damage")?.focus();
  button.dispatchEvent(told);
}

function coverOf<O, V>(question: Following<O, V>, computing: string): TemplateResult {
  const words = question.value === null ? computing : `Previous setting; c${computing.slice(1)}`;
  return html`<span>${words}</span>
    <button
      type="button"
      @click=${(event: Event) => {
        (event.currentTarget as HTMLElement).closest<HTMLElement>(".answer")?.focus();
        question.cancel();
      }}
    >
      Cancel
    </button>`;
}

/** The place of the answer itself; what is covered keeps its height. */
export function answerPlace({ instead, cover }: Standing, content: unknown): TemplateResult {
  if (instead) return instead;
  return html`<div class="covered-place" data-covered=${cover ? "yes" : "no"}>
    ${content}
    <p class="cover" role="status">${cover ?? nothing}</p>
  </div>`;
}

/** Figures beside the answer, out of sight while they belong to other inputs; controls among them stay. */
export function covered({ slow }: Pick<Following<unknown, unknown>, "slow">, content: unknown): TemplateResult {
  return html`<div class="covered-part" data-covered=${slow ? "yes" : "no"}>
    <div class="cover-track"><p class="cover">${slow ? "Previous setting; computing…" : nothing}</p></div>
    ${content}
  </div>`;
}

/** What follows from the newest answer, covered with it. */
export function following<O, V>({ instead }: Standing, question: Following<O, V>, content: (value: V) => unknown) {
  return question.value && !instead ? covered(question, content(question.value)) : nothing;
}

/** What is said below the answer while it does not belong to the inputs. */
export function freshness({ refused, wrong, settled, instead, cover }: Standing, shown: boolean) {
  if (instead || (refused && !shown)) return nothing;
  if (refused) {
    const sentence = `${refused}.`;
    const reason = wrong
      ? html`<button type="button" class="quiet" @click=${(event: Event) => enter(event, wrong)}>${sentence}</button>`
      : sentence;
    return html`<span class="problem">The last good input is shown. ${reason}</span>`;
  }
  return settled || cover ? nothing : "Updating…";
}

export function shareButton(model: Model) {
  return html`<mi-share .model=${model}></mi-share>`;
}
