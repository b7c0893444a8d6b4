import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { clientEventPayloads, endpoints, pageTitles, serverEventPayloads } from "@jetwire/protocol";
import { afterAll, describe, expect, test } from "vitest";
import { buildSite } from "../src/build-site.ts";
import { readDocuments } from "../src/documents.ts";
import { linksFrom, targetOf } from "../src/links.ts";
import { renderMarkdown } from "../src/markdown.ts";

const root = resolve(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "jetwire-site-"));
const site = join(folder, "site");
buildSite(root, site);
afterAll(() => rmSync(folder, { recursive: true }));

const pages = new Map(
  globSync("**/*.html", { cwd: site })
    .toSorted()
    .map((file) => [pathOf(file), readFileSync(join(site, file), "utf8")]),
);
const documents = readDocuments(root);

function pathOf(file: string): string {
  return `/docs/${file.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`;
}

function idsOf(html: string): string[] {
  return [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
}

/** Returns what is wrong with an address that a page links to or loads, or null. */
function faultOf(address: string, from: string): string | null {
  const [path = "", anchor] = address.split("#");
  const to = path === "" ? from : path;
  if (/^(?:https?|mailto):/.test(to)) return null;
  if (!to.startsWith("/docs/")) return isService(to) ? null : "is nothing that the service has";
  const html = pages.get(to);
  if (html === undefined) {
    return existsSync(join(site, to.slice("/docs/".length))) ? null : "is no page of the site";
  }
  return anchor === undefined || idsOf(html).includes(anchor) ? null : "is no anchor of its page";
}

/** The page of messages, and the REST interface. */
function isService(path: string): boolean {
  const paths = Object.values(endpoints).map((endpoint) => endpoint.path);
  return [...paths, ...Object.keys(pageTitles), "/icon.svg"].includes(path);
}

describe.each([...pages])("%s", (path, html) => {
  test("has no broken link", () => {
    const addresses = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, one = ""]) => one);
    expect(addresses.length).toBeGreaterThan(20);
    const faults = addresses
      .map((address) => [address, faultOf(address, path)])
      .filter(([, fault]) => fault !== null);
    expect(faults).toEqual([]);
  });

  test("has one title, one heading above the others, and each id once", () => {
    expect(/<title>(.+) · Jetwire documents<\/title>/.exec(html)?.[1]).toBeTruthy();
    expect(html.match(/<h1/g)).toHaveLength(1);
    const ids = idsOf(html);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test("runs under the strictest policy: nothing inline, nothing from elsewhere", () => {
    expect(html).not.toMatch(/<style|<script(?! src="\/docs\/)| style="| on\w+="/);
    expect(html).not.toMatch(/<(?:script|link|img)[^>]* (?:src|href)="(?:https?:)?\/\//);
  });

  test("is in the navigation once, with its neighbours", () => {
    if (path === "/docs/404") return;
    const menu = /<nav id="menu"[^]*?<\/nav>/.exec(html)?.[0] ?? "";
    expect(menu.split('aria-current="page"')).toHaveLength(2);
    expect(html).toMatch(/rel="(?:prev|next)"/);
  });
});

describe.each(documents)("$source", ({ source, text }) => {
  test("names only files that exist", () => {
    const missing: string[] = [];
    const resolveLink = linksFrom(source, documents);
    renderMarkdown(text, (href) => {
      const address = resolveLink(href);
      if (address === null && !existsSync(join(root, targetOf(source, href).file))) {
        missing.push(href);
      }
      return address;
    });
    expect(missing).toEqual([]);
  });
});

test("every document of the repository's guides has a page", () => {
  const sources = globSync("docs/**/*.md", { cwd: root });
  expect(sources.length).toBeGreaterThan(30);
  const shown = new Set(documents.map(({ source }) => source));
  expect(sources.filter((source) => !shown.has(source))).toEqual([]);
});

test("the reference has every endpoint with its errors", () => {
  const all = [...pages].filter(([path]) => path.startsWith("/docs/reference/rest/"));
  const html = all.map(([, page]) => page).join("\n");
  const ids = new Set(idsOf(html));
  expect(Object.keys(endpoints).filter((id) => !ids.has(id))).toEqual([]);
  expect(html).toContain("<code>invalid_request</code>");
  expect(html).not.toContain("undefined");
});

test("the reference has every event", () => {
  const html = pages.get("/docs/reference/events") ?? "";
  for (const event of [...Object.keys(serverEventPayloads), ...Object.keys(clientEventPayloads)]) {
    expect(html).toContain(`<code>${event}</code>`);
  }
  expect(html).not.toContain("undefined");
});

describe("words of code", () => {
  const css = readFileSync(
    join(site, globSync("assets/style-*.css", { cwd: site })[0] ?? ""),
    "utf8",
  );
  const themes = {
    light: colours(/:root \{([^}]*)\}/.exec(css)?.[1]),
    dark: colours(/data-theme="dark"\] \{([^}]*)\}/.exec(css)?.[1]),
  };
  const names = [...css.matchAll(/\.hljs-[^{]*\{\s*color: var\((--\w+)\)/g)].map(
    ([, name]) => name,
  );

  test.each(Object.entries(themes))("have the contrast of WCAG AA in the %s theme", (_, theme) => {
    expect(names.length).toBeGreaterThan(4);
    const background = luminance(theme.get("--surface"));
    const weak = [...names, "--ink"].filter(
      (name) => contrast(luminance(theme.get(name ?? "")), background) < 4.5,
    );
    expect(weak).toEqual([]);
  });

  test("are dark without a script on a device that prefers it", () => {
    expect(css).toMatch(
      /prefers-color-scheme: dark\) \{\s*:root:not\(\[data-theme="light"\]\) \{[^}]*#0b1219/,
    );
  });
});

function colours(block = ""): Map<string, string> {
  const entries = [...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)];
  return new Map(entries.map(([, name = "", value = ""]) => [name, value]));
}

function luminance(colour = ""): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[0-9a-f]{2}/g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
