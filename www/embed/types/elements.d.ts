/** What a reader's change says: the state as the fragment of a link. */
export interface MiChange {
  fragment: string;
}

export type MiChangeEvent = CustomEvent<MiChange>;

declare global {
  interface HTMLElementTagNameMap {
    "mi-advantage": HTMLElement;
    "mi-roc": HTMLElement;
    "mi-compare": HTMLElement;
    "mi-calibrate": HTMLElement;
    "mi-calculator": HTMLElement;
    "mi-guarantee": HTMLElement;
    "mi-attributes": HTMLElement;
    "mi-noise": HTMLElement;
    "mi-paper": HTMLElement;
    "mi-audit": HTMLElement;
    "mi-register": HTMLElement;
    "mi-laboratory": HTMLElement;
  }

  interface HTMLElementEventMap {
    "mi-change": MiChangeEvent;
  }
}
