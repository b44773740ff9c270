// Frames of mi-bounds take the colour scheme that the page around them has. A browser tells the page in a frame what its
// system prefers, not what the reader chose in this site; elements need nothing of this.

const FRAMES = 'iframe[src*="/embed.html#"]';
const told = new WeakMap();

function follow(frame) {
  // Before it is loaded, it is empty and ours; from another origin, none of our business.
  if (frame.contentDocument?.URL === "about:blank") return;
  const theme = /\bdark\b/.test(getComputedStyle(frame).colorScheme) ? "dark" : "light";
  if (told.get(frame) === theme) return;
  told.set(frame, theme);
  // Another fragment alone loads nothing anew; replaced, it is no step for the button "back".
  frame.contentWindow.location.replace(`${frame.src}&theme=${theme}`);
}

function followAll() {
  for (const frame of document.querySelectorAll(FRAMES)) follow(frame);
}

// A frame's load does not bubble. After it, the frame can be at an earlier address: Firefox keeps it when a page is reloaded.
const onLoad = ({ target }) => {
  if (!(target instanceof HTMLIFrameElement && target.matches(FRAMES))) return;
  told.delete(target);
  follow(target);
};
document.addEventListener("load", onLoad, true);

// Sites switch by a class or an attribute of one of these.
for (const element of [document.documentElement, document.body]) {
  new MutationObserver(followAll).observe(element, { attributes: true });
}
followAll();
