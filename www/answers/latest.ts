// Of the questions that inputs raise one after the other, only the newest stands; what is said to an older one can tell.

/** The numbers of a file are compared by what they are, not by what they say: there may be millions. */
const names = new WeakMap<object, number>();
let nextName = 0;

function named(_: string, value: unknown): unknown {
  if (!ArrayBuffer.isView(value)) return value;
  const name = names.get(value) ?? nextName++;
  names.set(value, name);
  return `file ${name}`;
}

/** A question that was asked. */
export interface Turn {
  /** Whether the question still stands: it is the newest, or the same as the newest. */
  readonly stands: boolean;
}

export class Latest {
  private standing: string | symbol | null = null;

  /** Null where the same question stands already. */
  ask(options: unknown): Turn | null {
    const asked = JSON.stringify(options, named);
    return asked === this.standing ? null : this.turn(asked);
  }

  /** Asks even what stands already: every time is a question of its own. */
  again(): Turn {
    return this.turn(Symbol("question"));
  }

  /** No question stands any more. */
  reset(): void {
    this.standing = null;
  }

  /** Whether there is a question at all. */
  get asked(): boolean {
    return this.standing !== null;
  }

  private turn(asked: string | symbol): Turn {
    this.standing = asked;
    const stands = () => this.standing === asked;
    return {
      get stands() {
        return stands();
      },
    };
  }
}
