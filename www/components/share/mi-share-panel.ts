// Share: link, statement, data, code, citations and embeds of what is shown, one tab each.
import { html, nothing } from "lit";
import type { Model } from "../../answers/model";
import { command, type Experimented } from "../../share/laboratory";
import { type Subject, subjectOf } from "../../share/subject";
import { SHIPPED_TABLES } from "../../state/files/shipped-tables";
import { CHOICES, type Choices } from "../../state/parameters/choices";
import { LightElement } from "../element/light-element";
import type { TabEvent } from "../element/mi-tabs";
import "./mi-share-cite";
import "./mi-share-code";
import "./mi-share-data";
import "./mi-share-embed";
import "./mi-share-statement";
import "../element/mi-copy-button";
import "../element/mi-tabs";

const TABS = {
  link: "Link",
  statement: "Statement",
  data: "Data",
  code: "Code",
  cite: "Cite",
  embed: "Embed",
} as const;

type Tab = keyof typeof TABS;

/** What a view does not have. */
const ABSENT: Partial<Record<Choices["view"], readonly Tab[]>> = {
  register: ["statement", "code"],
  laboratory: ["statement"],
  method: ["embed"],
};

/** The panel is made anew each time it opens; the tab that was open last stays. */
let lastTab: Tab = "link";

export class MiSharePanel extends LightElement {
  static override properties = { model: { attribute: false }, tab: { state: true } };

  declare model: Model;
  declare tab: Tab;

  constructor() {
    super();
    this.tab = lastTab;
  }

  protected override render() {
    const subject = subjectOf(this.model);
    const tabs = this.tabsFor(subject);
    const open = tabs.includes(this.tab) ? this.tab : "link";
    return html`
      <div class="head">
        <h2>Share</h2>
        <button type="button" data-action="close" @click=${this.close}>Close</button>
      </div>
      <mi-tabs
        label="Ways to share it"
        panel="share-panel"
        .tabs=${tabs.map((tab) => [tab, TABS[tab]] as const)}
        .open=${open}
        @mi-tab=${({ tab }: TabEvent) => this.choose(tab as Tab)}
      ></mi-tabs>
      <div class="panel" id="share-panel" role="tabpanel" aria-labelledby="share-panel-${open}" tabindex="0">
        ${open === "link" || subject.answered || subject.published || subject.experimented ? this.content(open, subject) : html`<p>The inputs as they stand have no answer to share.</p>`}
      </div>
    `;
  }

  /** Inside of an embed there is no page whose address another could have. */
  private tabsFor({ values: { view } }: Subject): Tab[] {
    const embedded = this.getRootNode() instanceof ShadowRoot;
    const absent: Tab[] = [...(ABSENT[view] ?? []), ...(embedded ? (["embed"] as const) : [])];
    return (Object.keys(TABS) as Tab[]).filter((tab) => !absent.includes(tab));
  }

  private content(tab: Tab, subject: Subject) {
    switch (tab) {
      case "link":
        return linkPart(subject);
      case "statement":
        return html`<mi-share-statement .subject=${subject}></mi-share-statement>`;
      case "data":
        return html`<mi-share-data .subject=${subject}></mi-share-data>`;
      case "code":
        if (subject.experimented) return inShell(subject.experimented);
        return html`<mi-share-code .subject=${subject}></mi-share-code>`;
      case "cite":
        return html`<mi-share-cite .subject=${subject}></mi-share-cite>`;
      case "embed":
        return readsFile(subject)
          ? html`<p>An embed holds no file. ${INSTEAD[subject.values.view]} to embed this view.</p>`
          : html`<mi-share-embed .subject=${subject}></mi-share-embed>`;
    }
  }

  private choose(tab: Tab): void {
    this.tab = tab;
    lastTab = tab;
  }

  private close(): void {
    this.closest("dialog")?.close();
  }
}

/** What an embed takes in the place of a file. */
const INSTEAD: Partial<Record<Choices["view"], string>> = {
  attributes: "Give one gradient distance for all steps",
  audit: "Give counts, or the guesses of one run,",
  laboratory: "Take one of the tables that lie beside the page",
};

function readsFile({ values, experimented }: Subject): boolean {
  const { view, distance_source, results } = values;
  if (view === "laboratory") return experimented !== null && trainsOnOwn(experimented);
  return (view === "attributes" && distance_source !== "constant") || (view === "audit" && results === "scores");
}

function trainsOnOwn({ options }: Experimented): boolean {
  const { table = "" } = options as { table?: string };
  return table !== "" && !SHIPPED_TABLES.includes(table);
}

function inShell({ options }: Experimented) {
  const line = () => command(options);
  return html`
    <p>The command line computes the same digits: the seed is among the options.</p>
    <pre class="taken" tabindex="0" role="region" aria-label="Command">${line()}</pre>
    <div class="buttons">
      <mi-copy-button label="Copy the command" what="The command" said="Copied." .text=${line}></mi-copy-button>
    </div>
  `;
}

function linkPart(subject: Subject) {
  const { link, values, unlinked } = subject;
  if (unlinked) {
    return html`<p class="problem">${unlinked}.</p>
      <p>There is no link to these inputs while one of them is wrong. Correct it first.</p>`;
  }
  return html`
    <p>
      The link holds every input of the ${CHOICES.view.options[values.view]} view. Whoever opens it computes the same
      digits in their own browser; the part after # is not sent to any server.
    </p>
    ${readsFile(subject) ? html`<p class="notice">It does not hold the file that was read here.</p>` : nothing}
    <pre class="taken" tabindex="0" role="region" aria-label="The link">${link}</pre>
    <div class="buttons">
      <mi-copy-button label="Copy the link" what="The link" said="Copied." .text=${() => link}></mi-copy-button>
    </div>
  `;
}

MiSharePanel.define("mi-share-panel");
