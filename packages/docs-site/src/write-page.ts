import { escapeText, type Heading } from "./markdown.ts";
import type { NavigationGroup, NavigationPage } from "./navigation.ts";

/** The content of a page. */
export interface PageContent {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Parts that all pages share. */
export interface PageFrame {
  readonly navigation: readonly NavigationGroup[];
  /** Names of the files that pages load, with a hash of their content. */
  readonly styles: string;
  readonly script: string;
}

const descriptionCharsMax = 160;
const levelMax = 3;

/** Writes a whole page as HTML. Nothing in it is inline, so the strictest policy allows it. */
export function writePage(content: PageContent, { navigation, styles, script }: PageFrame): string {
  const { path, title, html } = content;
  const order = navigation.flatMap(({ pages }) => pages.flatMap((page) => [page, ...page.below]));
  const index = order.findIndex((page) => page.path === path);
  const description = content.description.slice(0, descriptionCharsMax);
  const headings = content.headings.filter(({ level }) => level <= levelMax);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)} · Jetwire documents</title>
<meta name="description" content="${escapeText(description)}">
<link rel="icon" href="/icon.svg">
<script src="/docs/${script}"></script>
<link rel="stylesheet" href="/docs/${styles}">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/docs/">Jetwire <span>documents</span></a>
<a class="top-link" href="/">Live messages</a>
${headings.length > 1 ? '<button type="button" class="narrow" popovertarget="contents">On this page</button>' : ""}
<button type="button" class="narrow" popovertarget="menu">All pages</button>
</header>
<div class="columns">
<nav id="menu" class="menu" popover aria-label="Documents">
${navigation.map((group) => groupHtml(group, path)).join("\n")}
</nav>
<main id="content" tabindex="-1">
<article>
${html}</article>
${adjacentHtml(order[index - 1], order[index + 1], index >= 0)}
</main>
${headings.length > 1 ? contentsHtml(headings) : ""}
</div>
</body>
</html>
`;
}

function groupHtml({ title, pages }: NavigationGroup, current: string): string {
  return `<h2>${escapeText(title)}</h2>
<ul>
${pages.map((page) => pageHtml(page, current)).join("\n")}
</ul>`;
}

function pageHtml(page: NavigationPage, current: string): string {
  const isOpen = page.path === current || page.below.some(({ path }) => path === current);
  const below =
    isOpen && page.below.length > 0
      ? `<ul>${page.below.map((one) => pageHtml(one, current)).join("")}</ul>`
      : "";
  return `<li>${linkTo(page, page.path === current ? ' aria-current="page"' : "")}${below}</li>`;
}

function linkTo({ path, title }: Pick<NavigationPage, "path" | "title">, attributes = ""): string {
  return `<a href="${path}"${attributes}>${escapeText(title)}</a>`;
}

function contentsHtml(headings: readonly Heading[]): string {
  const items = headings.map(
    ({ level, id, text }) =>
      `<li class="level-${level}"><a href="#${id}">${escapeText(text)}</a></li>`,
  );
  return `<nav id="contents" class="contents" popover aria-label="On this page">
<h2>On this page</h2>
<ul>
${items.join("\n")}
</ul>
</nav>`;
}

function adjacentHtml(
  previous: NavigationPage | undefined,
  next: NavigationPage | undefined,
  isListed: boolean,
): string {
  if (!isListed) return "";
  const before = previous ? `<span>Previous</span> ${linkTo(previous, ' rel="prev"')}` : "";
  const after = next ? `<span>Next</span> ${linkTo(next, ' rel="next"')}` : "";
  return `<nav class="adjacent" aria-label="Adjacent pages"><p>${before}</p><p>${after}</p></nav>`;
}
