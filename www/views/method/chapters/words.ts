// The glossary: what each word of the page means.
import { html } from "lit";
import { GLOSSARY, type Term } from "../../../words/glossary";
import { chapter } from "./chapter";

const TERMS: Term[] = Object.values(GLOSSARY);

export const words = () =>
  chapter(
    "words",
    html`<dl class="terms">
      ${TERMS.map(
        ({ name, means, values }) => html`<dt>${name}</dt>
          <dd>${values ? `${means} ${values}` : means}</dd>`,
      )}
    </dl>`,
  );
