// The address of the page, which says its state.

/** Marks the entries of the browser history that the reader made here. */
const OWN = { own: true };

export class Address {
  /** As it was read or written last. */
  private known = "";

  /** Whether the present entry is a state that the reader made here. */
  get own(): boolean {
    return history.state?.own === true;
  }

  /** The address has been read. */
  read(): string {
    this.known = location.href;
    return location.hash;
  }

  /** Names the state anew, unless a link has been followed whose event is still to come: its address stays. */
  replace(link: string): void {
    if (location.href !== this.known) return;
    history.replaceState(OWN, "", link);
    this.read();
  }

  /** Another state, which the back button undoes. */
  push(link: string): void {
    history.pushState(OWN, "", link);
    this.read();
  }
}
