// For a host page: iframes of ours get the height of what they show, those added later too.
import { heightIn, MEASURE } from "./messages";

/** The iframe that a message came from, if it is one of ours and speaks for the address it was given. */
function speaker({ source, origin }: MessageEvent): HTMLIFrameElement | undefined {
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
  const frame = speaker(event);
  if (frame) frame.style.height = `${height + edges(frame)}px`;
});

/** Borders and padding count towards the height where the host page says so. */
function edges(frame: HTMLIFrameElement): number {
  const style = getComputedStyle(frame);
  const frameOnly = frame.offsetHeight - frame.clientHeight;
  if (style.boxSizing !== "border-box") return 0;
  return frameOnly + Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
}

// Those that have spoken before this was loaded are asked again.
for (const frame of ours()) frame.contentWindow?.postMessage(MEASURE, "*");
