import { hash } from "node:crypto";
import escapeHtml from "escape-html";
import express, { type Router } from "express";
import type { RestConfig } from "../config.ts";
import { licencePage, type Policy, privacyPolicy, type TextPart } from "./policy-texts.ts";

const style =
  ":root{color-scheme:light dark}body{font:1rem/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem 1.25rem 3rem;overflow-wrap:anywhere}" +
  "h1{font-size:1.6rem}h2{font-size:1.1rem;margin:1.8rem 0 .4rem}p{margin:.4rem 0}ul{margin:.4rem 0;padding-left:1.2rem}li{margin:.3rem 0}nav a{margin-right:1.2rem}";

/** Allows nothing but the style that is in the page. */
const policyHeader = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Serves `/privacy` and `/licence`: pages of text without script, also where there is no web page. They follow from the
 * settings, so they are made once.
 */
export function servePolicies(config: RestConfig): Router {
  const router = express.Router();
  const pages = { "/privacy": privacyPolicy(config), "/licence": licencePage(config) };
  for (const [path, policy] of Object.entries(pages)) {
    const html = toHtml(policy);
    router.get(path, (_request, response) => {
      response.set({
        "Content-Security-Policy": policyHeader,
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "public, max-age=300",
      });
      response.type("html").send(html);
    });
  }
  return router;
}

function toHtml({ title, sections }: Policy): string {
  const body = sections.map(
    ({ title: heading, paragraphs = [], points = [] }) =>
      `<h2>${escapeHtml(heading)}</h2>` +
      paragraphs.map((parts) => `<p>${toLine(parts)}</p>`).join("") +
      (points.length === 0
        ? ""
        : `<ul>${points.map((parts) => `<li>${toLine(parts)}</li>`).join("")}</ul>`),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Jetwire</title><style>${style}</style></head><body><nav><a href="/">Jetwire</a><a href="/about">About</a><a href="/docs/">Documents</a></nav><main><h1>${escapeHtml(title)}</h1>${body.join("")}</main></body></html>\n`;
}

function toLine(parts: readonly TextPart[]): string {
  return parts
    .map((part) =>
      typeof part === "string"
        ? escapeHtml(part)
        : `<a href="${escapeHtml(part.href)}">${escapeHtml(part.text)}</a>`,
    )
    .join("");
}
