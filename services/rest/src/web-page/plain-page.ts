import { hash } from "node:crypto";
import escapeHtml from "escape-html";
import type { Response } from "express";

/** A page of text that needs no script, and nothing but this service. */
export interface PlainPage {
  readonly title: string;
  /** The HTML below the heading. */
  readonly html: string;
  /** The time for which a browser or a proxy may keep it, seconds. */
  readonly maxAgeSeconds: number;
}

/** The colours are those of the web page, which are tested for contrast in both themes. */
const style =
  ":root{color-scheme:light dark;--soft:light-dark(#52606f,#9aa8b8);--line:light-dark(#cfd6de,#33404e);--good:light-dark(#1f7a3d,#55c27d);--some:light-dark(#9a6700,#e0b040);--bad:light-dark(#b42318,#f0857a)}" +
  "body{font:1rem/1.6 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem 1.25rem 3rem;overflow-wrap:anywhere}" +
  "h1{font-size:1.6rem}h2{font-size:1.1rem;margin:1.8rem 0 .4rem}p{margin:.4rem 0}ul{margin:.4rem 0;padding-left:1.2rem}li{margin:.3rem 0}nav a{margin-right:1.2rem}" +
  ".state{border:1px solid var(--line);border-left:.4rem solid var(--good);border-radius:.3rem;padding:.6rem .9rem}.state.bad{border-left-color:var(--bad)}.soft{color:var(--soft);font-size:.875rem}" +
  ".days{display:grid;grid-template-columns:repeat(90,1fr);gap:1px;height:2.5rem;margin:.6rem 0 .2rem;padding:0;list-style:none}.days li{margin:0;border-radius:1px;background:var(--good)}" +
  ".days .some{background:var(--some)}.days .bad{background:var(--bad)}.days .none{background:var(--line)}.ends{display:flex;justify-content:space-between}" +
  "table{border-collapse:collapse;width:100%}th,td{text-align:left;font-weight:400;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}td{font-variant-numeric:tabular-nums}thead th{color:var(--soft);font-size:.875rem}";

/** Allows nothing but the style that is in the page. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash("sha256", style, "base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends a page of text. */
export function sendPlainPage(response: Response, { title, html, maxAgeSeconds }: PlainPage): void {
  response.set({
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": `public, max-age=${maxAgeSeconds}`,
  });
  response
    .type("html")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} · Jetwire</title><style>${style}</style></head><body><nav><a href="/">Jetwire</a><a href="/about">About</a><a href="/status">Status</a><a href="/docs/">Documents</a></nav><main><h1>${escapeHtml(title)}</h1>${html}</main></body></html>\n`,
    );
}
