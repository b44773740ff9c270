// Files that the page saves, as they arrive.
import type { Visit } from "./browser";

interface Saved {
  name: string;
  type: string;
  /** Base64. */
  bytes: string;
}

/** From here on files are kept by the page instead of being saved. */
export async function keepFiles(visit: Visit): Promise<void> {
  await visit.page.evaluate(() => {
    const kept: Saved[] = [];
    Object.assign(window, { kept });
    let last: Blob | MediaSource | null = null;
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (object) => {
      last = object;
      return make(object);
    };
    HTMLAnchorElement.prototype.click = async function () {
      const blob = last as Blob;
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      kept.push({ name: this.download, type: blob.type, bytes: btoa(text) });
    };
  });
}

/** What a button saves. */
export async function file(visit: Visit, selector: string): Promise<{ name: string; type: string; content: Buffer }> {
  const count = () => (window as unknown as { kept: Saved[] }).kept.length;
  const before = await visit.page.evaluate(count);
  await visit.page.$eval(selector, (button) => (button as HTMLElement).click());
  await visit.page.waitForFunction(
    (least) => (window as unknown as { kept: Saved[] }).kept.length > least,
    { timeout: 120_000 },
    before,
  );
  const saved = await visit.page.evaluate(() => (window as unknown as { kept: Saved[] }).kept.at(-1));
  if (!saved) throw new Error("a file was announced");
  return { name: saved.name, type: saved.type, content: Buffer.from(saved.bytes, "base64") };
}
