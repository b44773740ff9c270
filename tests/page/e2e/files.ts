// Files as a person would choose or drop them.
import type { Visit } from "./browser";

/** Chooses a file with this text. */
export async function choose(visit: Visit, table: string, text: string, name = "numbers.csv"): Promise<void> {
  await visit.page.waitForSelector(`mi-csv-drop[data-table="${table}"] input[type=file]`);
  await visit.page.$eval(
    `mi-csv-drop[data-table="${table}"] input[type=file]`,
    (field, content, file) => {
      const holder = new DataTransfer();
      holder.items.add(new File([content], file));
      (field as HTMLInputElement).files = holder.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    },
    text,
    name,
  );
}

/** Chooses a file of so many rows, made in the browser, and gives how many frames were drawn while it was read. */
export async function chooseLarge(visit: Visit, table: string, rows: number, row: string): Promise<number> {
  return visit.page.$eval(
    `mi-csv-drop[data-table="${table}"] input[type=file]`,
    async (field, count, line) => {
      const holder = new DataTransfer();
      holder.items.add(new File([line.repeat(count)], "large.csv"));
      const drop = field.closest("mi-csv-drop");
      // To make it took time of its own, which no frame to be counted waits for.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      (field as HTMLInputElement).files = holder.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      let frames = 0;
      while (!/In use/.test(drop?.querySelector("[role=status]")?.textContent ?? "")) {
        await new Promise(requestAnimationFrame);
        frames++;
      }
      return frames;
    },
    rows,
    row,
  );
}

/** Begins to read a file of `line` so many times behind `head`, and cancels in the page: a quick machine is done before a word from here arrives. */
export async function cancelReading(
  visit: Visit,
  drop: string,
  head: string,
  line: string,
  times: number,
): Promise<void> {
  await visit.page.$eval(
    `${drop} input[type=file]`,
    async (field, selector, first, row, count) => {
      const holder = new DataTransfer();
      holder.items.add(new File([first, row.repeat(count)], "larger.csv"));
      const around = field.closest(selector) as HTMLElement;
      const cancelled = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const buttons = [...around.querySelectorAll("button")];
          const cancel = buttons.find(({ textContent }) => textContent?.trim() === "Cancel");
          if (!cancel || !around.querySelector("progress")) return;
          observer.disconnect();
          cancel.click();
          resolve();
        }).observe(around, { childList: true, subtree: true });
      });
      (field as HTMLInputElement).files = holder.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      await cancelled;
    },
    drop,
    head,
    line,
    times,
  );
  await visit.page.waitForFunction((selector) => !document.querySelector(`${selector} progress`), {}, drop);
}

/** Where its faults stand. */
export function problems(table: string): string {
  return `mi-csv-drop[data-table="${table}"] .problems`;
}

/** Where it says what is in use. */
export function used(table: string): string {
  return `mi-csv-drop[data-table="${table}"] [role=status]`;
}
