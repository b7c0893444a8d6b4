import GithubSlugger from "github-slugger";
import MarkdownIt from "markdown-it";
import { highlight } from "./highlight.ts";

/** A heading of a page, for its table of contents. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A rendered document. */
export interface Rendered {
  readonly title: string;
  /** Its first paragraph, as plain text. */
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Returns the address of a link, or null for a file of the repository that has no page. */
export type ResolveLink = (href: string) => string | null;

const markdown = MarkdownIt({ html: false, linkify: false, typographer: false, highlight: colour });
const { escapeHtml } = markdown.utils;
type Token = ReturnType<typeof markdown.parse>[number];

// Wide tables and code scroll by themselves, also by the keyboard.
markdown.renderer.rules["table_open"] = () => '<div class="table-scroll" tabindex="0"><table>\n';
markdown.renderer.rules["table_close"] = () => "</table></div>\n";

function colour(code: string, info: string): string {
  return `<pre tabindex="0"><code>${highlight(code, info, escapeHtml)}</code></pre>`;
}

/** Escapes a text for HTML. */
export function escapeText(text: string): string {
  return escapeHtml(text);
}

/** Renders a short text without links, for example a description of the API. */
export function renderText(text: string): string {
  return markdown.render(text);
}

/** Renders a line of text, with code between backticks. */
export function renderLine(text: string): string {
  return markdown.renderInline(text);
}

/** Renders a document. Its headings get the ids that GitHub gives them. */
export function renderMarkdown(text: string, resolveLink: ResolveLink): Rendered {
  const tokens = markdown.parse(text, {});
  const headings = nameHeadings(tokens);
  for (const token of tokens) nameAlignment(token);
  for (const { children } of tokens) if (children !== null) resolveLinks(children, resolveLink);
  const paragraph = tokens.findIndex(({ type }) => type === "paragraph_open");
  return {
    title: headings.find(({ level }) => level === 1)?.text ?? "",
    description: plainText(tokens[paragraph + 1]),
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings: headings.filter(({ level }) => level > 1),
  };
}

/** Replaces the style of an aligned cell, which the policy refuses, by a class. */
function nameAlignment(token: Token): void {
  const align = /^text-align:(\w+)$/.exec(String(token.attrGet("style")))?.[1];
  if (align !== undefined) token.attrs = [["class", `align-${align}`]];
}

function nameHeadings(tokens: readonly Token[]): Heading[] {
  const slugger = new GithubSlugger();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const content = tokens[index + 1];
    const text = plainText(content);
    const id = slugger.slug(text);
    const level = Number(token.tag.slice(1));
    token.attrSet("id", id);
    if (level > 1) content?.children?.push(anchorTo(id, text));
    return [{ level, id, text }];
  });
}

/** Makes the link of a heading to itself. */
function anchorTo(id: string, text: string): Token {
  const [token] = markdown.parseInline("x", {})[0]?.children ?? [];
  if (token === undefined) throw new Error("A text has no token");
  token.type = "html_inline";
  token.content = ` <a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(text)}”">#</a>`;
  return token;
}

function plainText(token: Token | undefined): string {
  const parts = token?.children ?? [];
  return parts
    .map(({ type, content }) => (type.endsWith("break") ? " " : content))
    .join("")
    .trim();
}

/** Replaces addresses of links and images. A link without a page becomes the name of a file. */
function resolveLinks(tokens: readonly Token[], resolveLink: ResolveLink): void {
  let isFile = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const href = resolveLink(String(token.attrGet("href")));
      isFile = href === null;
      token.attrs = href === null ? [["class", "file"]] : [["href", href]];
      if (href === null) token.tag = "span";
    } else if (token.type === "link_close" && isFile) {
      token.tag = "span";
      isFile = false;
    } else if (token.type === "image") {
      token.attrSet("src", resolveLink(String(token.attrGet("src"))) ?? "");
    }
  }
}
