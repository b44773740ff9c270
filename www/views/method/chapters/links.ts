// Every name of a link, from the tables that read it.
import { html } from "lit";
import { linkRows } from "../../../state/link/names";
import { CHOICES } from "../../../state/parameters/choices";
import { chapter, table } from "./chapter";

const HEAD = ["Name", "Meaning", "Start value", "Allowed", "Views"];

export const links = () =>
  chapter(
    "links",
    html`<p>
        The state of the page is the part of its address after #. What a link leaves out has its start value; numbers may be
        written as people write them, as in 60k, 256/60000 or 0.1%. A link that was copied says which version of the library
        made it, and a newer page says which numbers have moved since. Files are not part of it.
      </p>
      <p>Each name stands under the first view that uses it.</p>
      ${groups().map(
        ([view, rows]) => html`<details>
          <summary>${view}: ${rows.length} names</summary>
          ${table(`names in a link, ${view}`, HEAD, rowsOf(rows))}
        </details>`,
      )}`,
  );

type LinkRow = ReturnType<typeof linkRows>[number];

function groups(): [view: string, rows: LinkRow[]][] {
  const found = new Map<string, LinkRow[]>();
  for (const row of linkRows()) {
    const [first] = row.views;
    const view =
      first && row.views.length < Object.keys(CHOICES.view.options).length ? CHOICES.view.options[first] : "Every view";
    found.set(view, [...(found.get(view) ?? []), row]);
  }
  return [...found];
}

function rowsOf(rows: LinkRow[]) {
  return rows.map(({ name, aliases, short, meaning, unit, start, range, views }) => {
    const others = [...aliases, ...(short ? [short] : [])];
    return [
      html`<code>${breakable(name)}</code>${others.map((other) => html` or <code>${breakable(other)}</code>`)}`,
      unit ? `${meaning} (${unit})` : meaning,
      breakable(start),
      breakable(range),
      views.map((view) => CHOICES.view.options[view]).join(", "),
    ];
  });
}

/** Long names may go over to the next line after an underscore. */
function breakable(text: string) {
  const [first = "", ...rest] = text.split("_");
  return html`${first}${rest.map((part) => html`_<wbr />${part}`)}`;
}
