// Places of the page that are led to: the fragment of the address is the state, so anchors cannot.
import type { MiTrainingForm } from "../components/controls/mi-training-form";

const READY_MS = 5000;

/** Scrolls to an element, opens what it is folded into, and makes it the place from which the Tab key goes on. */
export async function goTo(to: HTMLElement, block: ScrollLogicalPosition = "start"): Promise<void> {
  const form = to.closest<MiTrainingForm>("mi-training-form");
  if (form?.whole) {
    form.changing = true;
    await form.updateComplete;
  }
  for (let at = to.parentElement; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  if (to.tabIndex < 0) to.tabIndex = -1;
  to.focus({ preventScroll: true });
  to.scrollIntoView({ block });
}

/** What a view holds is there a moment after the view has been asked for: waits as long as anything is on its way. */
export async function appeared(target: string): Promise<HTMLElement | null> {
  for (let end = performance.now() + READY_MS; performance.now() < end; ) {
    const element = document.querySelector<HTMLElement>(target);
    if (element) return element;
    await new Promise(requestAnimationFrame);
    if (document.body.dataset.rest !== "yes") end = performance.now() + READY_MS;
  }
  return null;
}
