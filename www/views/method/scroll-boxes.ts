// What scrolls sideways can be reached by keyboard; what does not is no stop on the way.

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const box = target as HTMLElement;
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
});

/** Follows every table and formula inside that has a box of its own; asking again does no harm. */
export function followScrollBoxes(inside: Element): void {
  for (const box of inside.querySelectorAll(".scroll, .formula")) observer.observe(box);
}
