// For a host page: iframes of ours get the height of what they show and the theme around them, those added later too.
import { fixedTheme, heightIn, MEASURE, THEME, type Theme, themeOf } from "./messages";

/** The theme that each iframe was told last. One that has not spoken yet may not be loaded, and is told nothing. */
const told = new WeakMap<HTMLIFrameElement, Theme | null>();
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

/** The iframe that a message came from, if it is one of ours and speaks for the address it was given. */
function senderOf({ source, origin }: MessageEvent): HTMLIFrameElement | undefined {
  return ours().find((frame) => frame.contentWindow === source && new URL(frame.src).origin === origin);
}

function ours(): HTMLIFrameElement[] {
  return [...document.querySelectorAll("iframe")].filter((frame) => {
    try {
      return new URL(frame.src).pathname.endsWith("/embed.html");
    } catch {
      return false;
    }
  });
}

addEventListener("message", (event) => {
  const height = heightIn(event.data);
  if (height === null) return;
  const frame = senderOf(event);
  if (!frame) return;
  frame.style.height = `${height + edges(frame)}px`;
  if (!told.has(frame)) told.set(frame, null);
  tellTheme(frame);
});

/** Borders and padding count towards the height where the host page says so. */
function edges(frame: HTMLIFrameElement): number {
  const style = getComputedStyle(frame);
  const frameOnly = frame.offsetHeight - frame.clientHeight;
  if (style.boxSizing !== "border-box") return 0;
  return frameOnly + Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
}

function tellTheme(frame: HTMLIFrameElement): void {
  const before = told.get(frame);
  if (before === undefined) return;
  const { origin, hash } = new URL(frame.src);
  const theme = fixedTheme(hash) ? null : themeAround(frame, before);
  if (theme === before) return;
  told.set(frame, theme);
  // A file has no origin that could be named.
  if (theme && origin !== "null") frame.contentWindow?.postMessage({ ...THEME, theme }, origin);
}

/** A page that said "dark" and now says nothing is light again; one that never said anything is asked nothing. */
function themeAround(frame: HTMLIFrameElement, before: Theme | null): Theme | null {
  return themeOf(getComputedStyle(frame).colorScheme, prefersDark.matches) ?? (before && "light");
}

function tellThemes(): void {
  for (const frame of ours()) tellTheme(frame);
}

// What is loaded into a frame anew has not been told yet. A frame's load does not bubble.
const onLoad = ({ target }: Event) => {
  if (!(target instanceof HTMLIFrameElement) || !told.has(target)) return;
  told.delete(target);
  target.contentWindow?.postMessage(MEASURE, "*");
};
document.addEventListener("load", onLoad, true);

// Sites switch by a class or an attribute of one of these, or follow the system.
for (const element of [document.documentElement, document.body]) {
  new MutationObserver(tellThemes).observe(element, { attributes: true });
}
prefersDark.addEventListener("change", tellThemes);

// Those that have spoken before this was loaded are asked again.
for (const frame of ours()) frame.contentWindow?.postMessage(MEASURE, "*");
