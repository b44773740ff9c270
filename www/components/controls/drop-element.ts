// Base of the fields that take a text: typed, pasted, dropped or chosen as a file. What cannot be read stays, with its faults.
import { html, type PropertyDeclarations } from "lit";
import { live } from "lit/directives/live.js";
import { LightElement } from "../element/light-element";

/** A huge text would stop the page while it is drawn into the field. */
export const LONGEST_SHOWN = 200_000;

export abstract class DropElement extends LightElement {
  static override properties: PropertyDeclarations = {
    text: { state: true },
    problems: { state: true },
    over: { state: true },
  };

  /** What stands in the field. */
  declare text: string;
  declare problems: string[];
  /** Whether a file is held over the field. */
  declare over: boolean;

  constructor() {
    super();
    this.text = "";
    this.problems = [];
    this.over = false;
  }

  /** A file was dropped or chosen. */
  protected abstract takeFile(file: File): void;
  /** A text was dropped, or pasted and is too long to be shown. */
  protected abstract takeText(text: string, source: string): void;

  /** `name` begins the ids of its help and its problems. */
  protected field(id: string, name: string, rows: number, example: string) {
    return html`<textarea
      id=${id}
      rows=${rows}
      inputmode="text"
      spellcheck="false"
      autocomplete="off"
      placeholder=${example}
      data-over=${this.over ? "yes" : "no"}
      aria-describedby="${name}-help ${name}-problems"
      aria-invalid=${this.problems.length > 0 ? "true" : "false"}
      .value=${live(this.text)}
      @input=${this.onInput}
      @paste=${this.onPaste}
      @dragover=${this.onDragOver}
      @dragleave=${this.onDragLeave}
      @drop=${this.onDrop}
    ></textarea>`;
  }

  protected fileButton() {
    return html`<label class="file">or a file <input type="file" accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/*" @change=${this.onFile} /></label>`;
  }

  protected problemList(name: string) {
    return html`<ul class="problems" id="${name}-problems">
      ${this.problems.map((problem) => html`<li>${problem}</li>`)}
    </ul>`;
  }

  private onInput(event: Event): void {
    this.text = (event.target as HTMLTextAreaElement).value;
  }

  private onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= LONGEST_SHOWN) return;
    event.preventDefault();
    this.takeText(text, "the clipboard");
  }

  private onDragOver(event: DragEvent): void {
    event.preventDefault();
    this.over = true;
  }

  private onDragLeave(): void {
    this.over = false;
  }

  private onDrop(event: DragEvent): void {
    event.preventDefault();
    this.over = false;
    const file = event.dataTransfer?.files[0];
    if (file) this.takeFile(file);
    else this.takeText(event.dataTransfer?.getData("text/plain") ?? "", "a drop");
  }

  private onFile(event: Event): void {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    if (file) this.takeFile(file);
    field.value = "";
  }
}
