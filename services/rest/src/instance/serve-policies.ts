import escapeHtml from "escape-html";
import express, { type Router } from "express";
import type { RestConfig } from "../config.ts";
import { sendPlainPage } from "../web-page/plain-page.ts";
import { licencePage, type Policy, privacyPolicy, type TextPart } from "./policy-texts.ts";

/**
 * Serves `/privacy` and `/licence`: pages of text without script, also where there is no web page. They follow from the
 * settings, so they are made once.
 */
export function servePolicies(config: RestConfig): Router {
  const router = express.Router();
  const pages = { "/privacy": privacyPolicy(config), "/licence": licencePage(config) };
  for (const [path, policy] of Object.entries(pages)) {
    const page = { title: policy.title, html: toHtml(policy), maxAgeSeconds: 300 };
    router.get(path, (_request, response) => sendPlainPage(response, page));
  }
  return router;
}

function toHtml({ sections }: Policy): string {
  const body = sections.map(
    ({ title: heading, paragraphs = [], points = [] }) =>
      `<h2>${escapeHtml(heading)}</h2>` +
      paragraphs.map((parts) => `<p>${toLine(parts)}</p>`).join("") +
      (points.length === 0
        ? ""
        : `<ul>${points.map((parts) => `<li>${toLine(parts)}</li>`).join("")}</ul>`),
  );
  return body.join("");
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
