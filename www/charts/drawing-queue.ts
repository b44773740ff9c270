// Which chart is drawn when: those in sight first, the others at rest, and each in a task of its own, so that between two of
// them the page hears the reader.

export interface Drawing {
  readonly inSight: boolean;
  draw(): void;
}

/** Charts out of sight wait until nothing has changed for so long. */
const REST_MS = 300;

export class DrawingQueue {
  private readonly waiting = new Set<Drawing>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private resting = false;

  /** Who was drawn last comes last: a chart that changes all the time does not hold up the others. */
  add(drawing: Drawing): void {
    this.waiting.delete(drawing);
    this.waiting.add(drawing);
    if (this.resting || this.timer === undefined) this.next();
  }

  remove(drawing: Drawing): void {
    this.waiting.delete(drawing);
  }

  /** Everything that waits, without delay: paper has no second moment. */
  drawAll(): void {
    for (const drawing of [...this.waiting]) this.draw(drawing);
  }

  private next(): void {
    clearTimeout(this.timer);
    const all = [...this.waiting];
    const seen = all.find(({ inSight }) => inSight);
    this.resting = !seen;
    this.timer = all.length === 0 ? undefined : setTimeout(seen ? this.drawSeen : this.drawAtRest, seen ? 0 : REST_MS);
  }

  private readonly drawSeen = () => {
    const seen = [...this.waiting].find(({ inSight }) => inSight);
    if (seen) this.draw(seen);
    this.next();
  };

  private readonly drawAtRest = () => {
    const [one] = this.waiting;
    if (one) this.draw(one);
    // Once at rest, the others follow without another pause.
    if (this.waiting.size > 0) this.timer = setTimeout(this.drawAtRest);
    else this.next();
  };

  private draw(drawing: Drawing): void {
    this.waiting.delete(drawing);
    drawing.draw();
  }
}
