// Frames of mi-bounds take the colour scheme that the page around them has. A browser tells the page in a frame what its
// system prefers, not what the reader chose in this site; elements need nothing of this.

const frames = () => document.querySelectorAll('iframe[src*="/embed.html#"]');

function follow() {
  for (const frame of frames()) {
    const dark = /\bdark\b/.test(getComputedStyle(frame).colorScheme);
    const wanted = frame.src.replace(/&theme=\w+/, "") + (dark ? "&theme=dark" : "&theme=light");
    // Another fragment alone loads nothing anew.
    if (frame.src !== wanted) frame.src = wanted;
  }
}

// Sites switch by a class or an attribute of these two, and put pages in without loading.
const switches = new MutationObserver(follow);
for (const element of [document.documentElement, document.body]) {
  switches.observe(element, { attributes: true, attributeFilter: ["class", "data-theme", "data-md-color-scheme"] });
}
new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });
follow();
