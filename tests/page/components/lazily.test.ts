// @vitest-environment happy-dom
import { html, render } from "lit";
import { afterEach, describe, expect, it } from "vitest";
import { lazily, painted, parts } from "../../../www/components/element/lazily";

const settled = async () => {
  do await painted();
  while (parts.coming > 0);
};

afterEach(() => {
  parts.changed = () => {};
  document.body.replaceChildren();
});

function place(load: () => Promise<string>) {
  const host = document.createElement("main");
  document.body.append(host);
  const draw = () => render(html`<div>${lazily(true, load, (part) => html`<p>${part}</p>`)}</div>`, host);
  parts.changed = draw;
  draw();
}

describe("a part of a view that is loaded by itself", () => {
  it("is asked for once and drawn when it has come", async () => {
    let asked = 0;
    place(async () => `part ${++asked}`);
    await settled();
    expect(document.body.textContent).toBe("part 1");
    expect(asked).toBe(1);
  });

  it("that cannot be loaded says so and is not asked for again", async () => {
    let asked = 0;
    place(() => Promise.reject(new Error(`refused ${++asked}`)));
    await settled();
    await settled();
    expect(document.body.textContent).toMatch(/could not be loaded: refused 1\. Reload/);
    expect(asked).toBe(1);
    parts.changed();
    await settled();
    expect(document.body.textContent).toMatch(/refused 1/);
    expect(asked).toBe(1);
  });
});
