// What every embed is until it is first seen: its author's text, the room it will need, and nothing that costs.
import type { EmbedName } from "./names";
import type { Embedded, Session, Standing } from "./session";

/** How far below the window an embed begins to work. */
const NEAR = "200px";

/** Where there is no text to hold the place. */
const ROOM: Record<EmbedName, string> = {
  "mi-advantage": "20em",
  "mi-roc": "36em",
  "mi-compare": "32em",
  "mi-calibrate": "40em",
  "mi-calculator": "48em",
  "mi-guarantee": "52em",
  "mi-attributes": "52em",
  "mi-noise": "52em",
  "mi-paper": "40em",
  "mi-audit": "52em",
  "mi-register": "40em",
  "mi-laboratory": "60em",
};

const STYLE = `
  :host { display: block; min-width: 0; }
  :host([hidden]) { display: none; }
  .waiting { min-height: var(--room); }
  .reason { margin: 0.5em 0 0; font-size: 0.875em; }
`;

let sheet: CSSStyleSheet | null = null;

function shellSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

export type Load = () => Promise<new (embedded: Embedded) => Session>;

export abstract class Shell extends HTMLElement {
  protected abstract readonly embed: EmbedName;
  protected abstract readonly load: Load;
  private readonly root = this.attachShadow({ mode: "open" });
  private readonly place = document.createElement("div");
  private readonly fallback = document.createElement("slot");
  private session: Session | null = null;
  private seen = false;

  private readonly sight = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      this.sight.disconnect();
      void this.begin();
    },
    { rootMargin: NEAR },
  );

  private readonly attributesChange = new MutationObserver(() => this.session?.read());

  connectedCallback(): void {
    if (this.root.childNodes.length === 0) {
      this.root.adoptedStyleSheets = [shellSheet()];
      this.place.style.setProperty("--room", ROOM[this.embed]);
      this.root.append(this.fallback, this.place);
      this.stand("waiting");
    }
    this.attributesChange.observe(this, { attributes: true });
    if (this.seen) this.session?.read();
    else this.sight.observe(this);
  }

  disconnectedCallback(): void {
    this.sight.disconnect();
    this.attributesChange.disconnect();
  }

  private async begin(): Promise<void> {
    if (this.seen) return;
    this.seen = true;
    try {
      const Begun = await this.load();
      const { root, place, embed } = this;
      this.session = new Begun({ host: this, root, place, name: embed, stands: (standing) => this.stand(standing) });
      this.session.read();
    } catch (error) {
      const reason = document.createElement("p");
      reason.className = "reason";
      reason.textContent = `The live figure could not be loaded: ${error instanceof Error ? error.message : String(error)}`;
      this.place.replaceChildren(reason);
      this.stand("unavailable");
    }
  }

  private stand(standing: Standing): void {
    const written = (this.textContent ?? "").trim() !== "" || this.children.length > 0;
    this.fallback.hidden = standing === "answered";
    this.place.className = standing === "waiting" && !written ? "waiting" : "";
  }
}
