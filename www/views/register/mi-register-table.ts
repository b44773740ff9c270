// All entries in a table that is sorted by any of its columns.
import { html, type TemplateResult } from "lit";
import { LightElement } from "../../components/element/light-element";
import type { Row } from "../../register/figures";
import { print } from "../../state/parameters/table";
import { onceIn } from "../../words/baseline";
import { atMost, sideInWords } from "../../words/figure";
import { comparison, sideInBrief } from "../../words/register";

type SortValue = string | number;

interface Column {
  name: string;
  label: string;
  /** What it is sorted by; what is not known comes last. */
  value: (row: Row) => SortValue | null;
  cell: (row: Row) => string;
}

const COLUMNS: readonly Column[] = [
  {
    name: "claimed",
    label: "Claimed epsilon",
    value: ({ entry }) => entry.claim?.epsilon.value ?? null,
    cell: ({ entry }) => (entry.claim ? print(Number(entry.claim.epsilon.value.toPrecision(4))) : "–"),
  },
  {
    name: "epsilon",
    label: "Certified epsilon",
    value: ({ reading }) => reading.epsilon && atMost(reading.epsilon),
    cell: ({ reading }) => (reading.epsilon ? sideInWords(reading.epsilon) : "–"),
  },
  {
    name: "advantage",
    label: "Advantage",
    value: ({ reading }) => atMost(reading.advantage),
    cell: ({ reading }) => sideInWords(reading.advantage),
  },
  {
    name: "tpr",
    label: "Members found at 0.1% FPR",
    value: ({ reading }) => atMost(reading.tpr),
    cell: ({ reading }) => sideInWords(reading.tpr, 100, "%"),
  },
  {
    name: "baseline",
    label: "One in a million becomes",
    value: ({ reading }) => atMost(reading.baseline),
    cell: ({ reading }) => onceIn(atMost(reading.baseline)),
  },
  {
    name: "comparison",
    label: "Claim beside certified",
    value: ({ entry, reading }) => {
      const { side, share } = comparison(entry, reading);
      return side === "none" ? null : side === "below" ? -share : share;
    },
    cell: ({ entry, reading }) => sideInBrief(entry, reading),
  },
  {
    name: "organisation",
    label: "Published by",
    value: ({ entry }) => entry.organisation,
    cell: ({ entry }) => entry.organisation,
  },
  {
    name: "year",
    label: "Year",
    value: ({ entry }) => entry.year?.value ?? null,
    cell: ({ entry }) => (entry.year ? String(entry.year.value) : "–"),
  },
];

const NAME: Column = {
  name: "name",
  label: "Entry",
  value: ({ entry }) => entry.name,
  cell: ({ entry }) => entry.name,
};

const KINDS = {
  all: "all entries",
  training: "trainings",
  deployment: "deployments",
  different: "those whose claim and certified epsilon differ",
};

export class MiRegisterTable extends LightElement {
  static override properties = {
    published: { attribute: false },
    linkTo: { attribute: false },
    by: { state: true },
    falling: { state: true },
    kind: { state: true },
  };

  declare published: readonly Row[];
  declare linkTo: (entry: string) => string;
  declare by: Column;
  declare falling: boolean;
  declare kind: keyof typeof KINDS;

  constructor() {
    super();
    this.by = NAME;
    this.falling = false;
    this.kind = "all";
  }

  protected override render() {
    const rows = this.sorted();
    return html`
      <p class="ask">
        <label for="register-kind">Show</label>
        <select id="register-kind" @change=${this.onKind}>
          ${Object.entries(KINDS).map(([kind, words]) => html`<option value=${kind} ?selected=${kind === this.kind}>${words}</option>`)}
        </select>
        <span role="status">${rows.length} of ${this.published.length}</span>
      </p>
      <div class="scroll" tabindex="0" role="region" aria-label="Table: published entries">
        <table>
          <caption class="visually-hidden">
            Published trainings and deployments, sorted by ${this.by.label}
          </caption>
          <thead>
            <tr>
              ${[NAME, ...COLUMNS].map((column) => this.head(column))}
            </tr>
          </thead>
          <tbody>
            ${rows.map((row) => this.row(row))}
          </tbody>
        </table>
      </div>
    `;
  }

  private head(column: Column): TemplateResult {
    const sorted = column.name === this.by.name;
    return html`<th scope="col" aria-sort=${sorted ? (this.falling ? "descending" : "ascending") : "none"} data-column=${column.name}>
      <button type="button" class="quiet" @click=${() => this.sort(column)}>
        ${column.label} <span aria-hidden="true">${sorted ? (this.falling ? "▾" : "▴") : ""}</span>
      </button>
    </th>`;
  }

  private row(row: Row): TemplateResult {
    const { side } = comparison(row.entry, row.reading);
    return html`<tr data-entry=${row.entry.id} data-side=${side}>
      <th scope="row"><a href=${this.linkTo(row.entry.id)}>${row.entry.name}</a></th>
      ${COLUMNS.map((column) => html`<td data-column=${column.name}>${column.cell(row)}</td>`)}
    </tr>`;
  }

  private sorted(): Row[] {
    const { by, falling, kind } = this;
    const shown = this.published.filter(({ entry, reading }) => {
      if (kind === "different") return ["above", "below"].includes(comparison(entry, reading).side);
      return kind === "all" || entry.kind === kind;
    });
    return [...shown].sort((a, b) => {
      const [x, y] = [by.value(a), by.value(b)];
      if (x === null || y === null) return Number(x === null) - Number(y === null);
      const order = typeof x === "string" ? x.localeCompare(String(y), "en") : x - Number(y);
      return falling ? -order : order;
    });
  }

  private sort(column: Column): void {
    this.falling = column.name === this.by.name && !this.falling;
    this.by = column;
  }

  private readonly onKind = (event: Event) => {
    this.kind = (event.target as HTMLSelectElement).value as keyof typeof KINDS;
  };
}

MiRegisterTable.define("mi-register-table");
