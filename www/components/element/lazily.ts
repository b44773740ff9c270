// Parts of a view that come once they are wanted and what is already there has been painted.
import { html, nothing } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";

/** The parts that are on their way, and who is told when the last of them has come. */
export const parts = { coming: 0, changed: () => {} };

type Load<Part> = () => Promise<Part>;
type Draw<Part> = (part: Part) => unknown;

class Lazily extends AsyncDirective {
  private part: unknown = null;
  /** What stands in the place of a part that is on its way, or could not be loaded. */
  private instead: unknown = nothing;
  private asked = false;
  private draw: Draw<unknown> = () => nothing;

  render(wanted: boolean, load: Load<unknown>, draw: Draw<unknown>): unknown {
    this.draw = draw;
    if (this.part) return draw(this.part);
    if (wanted && !this.asked) void this.load(load);
    return this.instead;
  }

  private async load(load: Load<unknown>): Promise<void> {
    this.asked = true;
    parts.coming++;
    turn = turn.then(painted);
    await turn;
    try {
      this.part = await load();
      this.show(this.draw(this.part));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.instead = html`<p class="notice" role="status">The rest of this view could not be loaded: ${why}. Reload the page to try again.</p>`;
      this.show(this.instead);
    }
    // What it holds may have parts of its own, which are asked for as it is drawn.
    await painted();
    parts.coming--;
    parts.changed();
  }

  /** Another view may stand in the place of this one by now. */
  private show(what: unknown): void {
    if (this.isConnected) this.setValue(what);
  }
}

/** One part a frame, in the order of the page: none of them holds up the reader's hand. */
let turn: Promise<void> = Promise.resolve();

const part = directive(Lazily);

/** What `draw` makes of the module that `load` resolves to; nothing until then. Once wanted, it stays. */
export function lazily<Part>(wanted: boolean, load: Load<Part>, draw: Draw<Part>) {
  return part(wanted, load, draw as Draw<unknown>);
}

const nothingToLoad = () => Promise.resolve(true);

/** A part that needs nothing more, in a frame of its own. */
export function inTurn(draw: () => unknown) {
  return lazily(true, nothingToLoad, draw);
}

/** Resolves when the next frame is on the screen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    // A window in the background has no frames.
    const limit = setTimeout(resolve, 200);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(limit);
        resolve();
      }),
    );
  });
}
