import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readDocuments, type SourceDocument } from "./documents.ts";
import { eventsPage } from "./events-reference.ts";
import { linksFrom } from "./links.ts";
import { renderMarkdown } from "./markdown.ts";
import { navigationOf } from "./navigation.ts";
import { restPages } from "./rest-reference.ts";
import { type PageContent, writePage } from "./write-page.ts";

/**
 * Adds the dark colours for devices that prefer them, so that they are used without a script too.
 *
 * @param tokens the style sheet of the page's colours
 * @throws Error if it has no dark colours
 */
function followDevice(tokens: string): string {
  const dark = /:root\[data-theme="dark"\] \{([^}]*)\}/.exec(tokens)?.[1];
  if (dark === undefined) throw new Error("The style sheet has no dark colours");
  return `${tokens}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {${dark}}
}
`;
}

/** Files of fonts, by the name that the style sheet gives them. */
const fonts = {
  "inter.woff2": "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "plex-mono.woff2": "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2",
};
/** Parts of the style sheet, in their order: later ones refine earlier ones. */
const styleSheets = ["page.css", "frame.css", "text.css", "code.css", "screens.css"];
const notFound: PageContent = {
  path: "/docs/404",
  title: "Page not found",
  description: "",
  headings: [],
  html: '<h1>Page not found</h1>\n<p>There is no document at this address. <a href="/docs/">All documents</a></p>\n',
};

/**
 * Builds the site of the documents of a clone. The folder is replaced as a whole at the end.
 *
 * @param out the folder of the site
 */
export function buildSite(root: string, out: string): void {
  const draft = `${out}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const documents = readDocuments(root);
  const pages = [
    ...documents.map((one) => contentOf(one, documents)),
    ...restPages(versionOf(root)),
    eventsPage(versionOf(root)),
  ];
  const frame = { navigation: navigationOf(pages), ...writeAssets(root, draft) };
  for (const page of [...pages, notFound]) {
    const file = join(draft, fileOf(page.path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, writePage(page, frame));
  }
  cpSync(join(root, "docs", "images"), join(draft, "images"), { recursive: true });
  rmSync(out, { recursive: true, force: true });
  renameSync(draft, out);
}

function contentOf(document: SourceDocument, documents: readonly SourceDocument[]): PageContent {
  const rendered = renderMarkdown(document.text, linksFrom(document.source, documents));
  return { path: document.path, ...rendered };
}

/** Returns the file of a page. Paths that end with a slash are the index of their folder. */
function fileOf(path: string): string {
  const name = path.replace(/^\/docs\//, "");
  return name === "" || name.endsWith("/") ? `${name}index.html` : `${name}.html`;
}

/** Writes what all pages load, under names with a hash of the content. */
function writeAssets(root: string, out: string): { styles: string; script: string } {
  const resolve = createRequire(import.meta.url).resolve;
  const folder = join(out, "assets");
  mkdirSync(folder);
  let styles = styleSheets
    .map((name) => readFileSync(join(import.meta.dirname, "styles", name), "utf8"))
    .join("\n");
  for (const [name, file] of Object.entries(fonts)) {
    const written = writeHashed(folder, name, readFileSync(resolve(file)));
    styles = styles.replace(`url("${name}")`, `url("/docs/${written}")`);
  }
  const tokens = readFileSync(join(root, "services/viewer/src/ui/tokens.css"), "utf8");
  const script = readFileSync(join(import.meta.dirname, "site.js"));
  return {
    styles: writeHashed(folder, "style.css", Buffer.from(followDevice(tokens) + styles)),
    script: writeHashed(folder, "site.js", script),
  };
}

function writeHashed(folder: string, name: string, content: Buffer): string {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  const hashed = name.replace(/\./, `-${hash}.`);
  writeFileSync(join(folder, hashed), content);
  return `assets/${hashed}`;
}

function versionOf(root: string): string {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
