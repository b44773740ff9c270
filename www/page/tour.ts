// The tour's buttons lead to what they speak of; whether it was seen is remembered.
const SEEN = "mi-bounds.tour";
const READY_MS = 5000;

export function guide(tour: HTMLDetailsElement, openTraining: () => void): void {
  tour.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-to]")?.getAttribute("data-to") : null;
    if (!target) return;
    if (target === "close") {
      tour.open = false;
      tour.querySelector("summary")?.focus();
    } else void goTo(target, openTraining);
  });
  tour.addEventListener("toggle", () => {
    if (!tour.open) remember();
  });
}

/** Controls of the training view are there only while it is. */
async function goTo(target: string, openTraining: () => void): Promise<void> {
  if (!document.querySelector(target)) openTraining();
  const element = await appeared(target);
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "center" });
}

async function appeared(target: string): Promise<HTMLElement | null> {
  for (const end = performance.now() + READY_MS; performance.now() < end; ) {
    const element = document.querySelector<HTMLElement>(target);
    if (element) return element;
    await new Promise(requestAnimationFrame);
  }
  return null;
}

function remember(): void {
  try {
    localStorage.setItem(SEEN, "yes");
  } catch {
    // Refused: the invitation is shown again, nothing else is lost.
  }
}

/** Whether the reader has closed the tour once. */
export function isSeen(): boolean {
  try {
    return localStorage.getItem(SEEN) === "yes";
  } catch {
    return false;
  }
}
