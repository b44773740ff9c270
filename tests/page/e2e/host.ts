// Host pages: somebody else's site with our embeds on it, and what it asks its server for.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "puppeteer-core";
import { version } from "../../../package.json";
import { mediaType } from "../../../scripts/media-types.mjs";
import { fade, LIMIT_MS } from "./browser";

const AXE = fileURLToPath(new URL("../../../node_modules/axe-core/axe.min.js", import.meta.url));
export const PUBLISHED = fileURLToPath(new URL(`../../../dist/${version}/`, import.meta.url));

/** Files and texts by the beginning of their path. */
export type Content = Record<string, { folder: string } | { text: string }>;

export class Site {
  /** Every path that was asked for. */
  readonly asked: string[] = [];
  private server: Server | null = null;
  url = "";

  constructor(
    private readonly content: Content,
    private readonly headers: Record<string, string> = {},
  ) {}

  async open(): Promise<this> {
    this.server = createServer(async (request, response) => {
      const path = decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/");
      this.asked.push(path);
      const body = await this.read(path);
      const type = mediaType(path) ?? "text/html";
      response.writeHead(body === null ? 404 : 200, { "content-type": type, ...this.headers });
      response.end(body ?? "not found");
    });
    await new Promise<void>((listening) => this.server?.listen(0, "127.0.0.1", listening));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  close(): Promise<void> {
    return new Promise((closed) => {
      this.server?.close(() => closed());
      this.server?.closeAllConnections();
    });
  }

  set(path: string, text: string): void {
    this.content[path] = { text };
  }

  times(name: RegExp): number {
    return this.asked.filter((path) => name.test(path)).length;
  }

  private async read(path: string): Promise<string | Buffer | null> {
    const own = this.content[path];
    if (own && "text" in own) return own.text;
    for (const [start, content] of Object.entries(this.content)) {
      if ("folder" in content && path.startsWith(start) && !path.includes("..")) {
        return readFile(join(content.folder, path.slice(start.length))).catch(() => null);
      }
    }
    return null;
  }
}

/** A page of the site, with what goes wrong in it. */
export class Guest {
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {}

  static async open(browser: Browser, address: string, width = 900): Promise<Guest> {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const guest = new Guest(page);
    const complain = (text: string) => {
      // The browser looks for the site's icon by itself.
      if (!text.includes("/favicon.ico")) guest.complaints.push(text);
    };
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) complain(message.text());
    });
    page.on("pageerror", (error) => complain(String(error)));
    await page.setViewport({ width, height: 900 });
    await page.goto(address);
    return guest;
  }

  /** The text inside of an embed's shadow root, once it matches. */
  async shown(embed: string, wanted: RegExp): Promise<string> {
    const found = await this.page.waitForFunction(
      (selector, source) => {
        const text = document.querySelector(selector)?.shadowRoot?.textContent?.replace(/\s+/g, " ") ?? "";
        return new RegExp(source).test(text) && text;
      },
      { timeout: 120_000 },
      embed,
      wanted.source,
    );
    return String(await found.jsonValue());
  }

  /** A computed style of something inside of an embed. */
  style(embed: string, inside: string, property: string): Promise<string> {
    return this.page.$eval(
      embed,
      (host, selector, name) => {
        const element = host.shadowRoot?.querySelector(selector);
        return element ? getComputedStyle(element).getPropertyValue(name) : "nothing there";
      },
      inside,
      property,
    );
  }

  /** Waits until what has changed is drawn, and has faded in. */
  async faded(): Promise<void> {
    await this.page.evaluate(fade);
  }

  async axe(): Promise<string[]> {
    await this.page.evaluate(await readFile(AXE, "utf8"));
    return this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run();
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
    });
  }
}
