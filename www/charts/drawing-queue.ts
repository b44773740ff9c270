// Which chart is drawn when: those in sight at once, as many in a frame as leave it free for input; the others at rest.

export interface Drawing {
  readonly inSight: boolean;
  draw(): void;
}

/** So much of a frame may go into charts; the one that passes it is the last. */
const FRAME_MS = 10;
/** Charts out of sight wait until nothing has changed for so long. */
const REST_MS = 300;

export class DrawingQueue {
  private readonly waiting = new Set<Drawing>();
  private spent = 0;
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  /** Draws `drawing` now, in one of the next frames, or at rest. */
  add(drawing: Drawing): void {
    this.waiting.delete(drawing);
    if (drawing.inSight && this.spent < FRAME_MS) {
      this.draw(drawing);
    } else {
      this.waiting.add(drawing);
      if (drawing.inSight) this.nextFrame();
    }
    clearTimeout(this.rest);
    this.rest = setTimeout(this.drawAtRest, REST_MS);
  }

  remove(drawing: Drawing): void {
    this.waiting.delete(drawing);
  }

  /** Everything that waits, without delay: paper has no second frame. */
  drawAll(): void {
    for (const drawing of [...this.waiting]) this.draw(drawing);
  }

  private nextFrame(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.spent = 0;
      for (const drawing of [...this.waiting]) {
        if (this.spent >= FRAME_MS) break;
        if (drawing.inSight) this.draw(drawing);
      }
      if ([...this.waiting].some(({ inSight }) => inSight)) this.nextFrame();
    });
  }

  private draw(drawing: Drawing): void {
    this.waiting.delete(drawing);
    const start = performance.now();
    drawing.draw();
    this.spent += performance.now() - start;
    // The next frame starts afresh.
    this.nextFrame();
  }

  private readonly drawAtRest = () => {
    const [next] = this.waiting;
    if (!next) return;
    this.draw(next);
    this.rest = setTimeout(this.drawAtRest);
  };
}
