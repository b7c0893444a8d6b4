import escapeHtml from "escape-html";

/** Formats a text of the documents as HTML, with code between backticks. */
export function textHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
