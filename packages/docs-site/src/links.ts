import { posix } from "node:path";
import type { SourceDocument } from "./documents.ts";
import type { ResolveLink } from "./markdown.ts";

const image = /^docs\/images\/[\w.-]+$/;

/** Returns how links of a document become addresses of the site. */
export function linksFrom(source: string, documents: readonly SourceDocument[]): ResolveLink {
  const paths = new Map(documents.map((one) => [one.source, one.path]));
  return (href) => {
    if (/^(?:[a-z]+:|\/|#)/.test(href)) return href;
    const { file, anchor } = targetOf(source, href);
    // A link to a folder is one to its README, as on a forge.
    const path = paths.get(file) ?? paths.get(posix.join(file, "README.md"));
    if (path !== undefined) return path + anchor;
    if (file === "README.md") return `/docs/${anchor}`;
    return image.test(file) ? `/${file}` : null;
  };
}

/** Returns the file of the repository that a relative link names, and the anchor in it. */
export function targetOf(source: string, href: string): { file: string; anchor: string } {
  const [file = "", name] = href.split("#");
  const anchor = name === undefined ? "" : `#${name}`;
  return { file: posix.join(posix.dirname(source), decodeURI(file)).replace(/\/$/, ""), anchor };
}
