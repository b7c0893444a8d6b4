import escapeHtml from "escape-html";
import { cardSize } from "./cards/card.ts";
import { plainLine } from "./plain-line.ts";

/** The description of a page, which is read before its script runs. */
export interface PageHead {
  readonly status: 200 | 404 | 410;
  readonly title: string;
  readonly description: string;
  /** The path of the picture for previews of links; left out for the picture of the service. */
  readonly picture?: string | undefined;
}

/** Addresses that the head names; null if they are not known. */
export interface PageAddresses {
  /** The configured origin of the page, else the one by which it was loaded. */
  readonly origin: string | null;
  readonly path: string;
  readonly realtime: string | null;
  /** The address of a tile server, if it replaces the page's own base map. */
  readonly tiles: string | null;
  /** Whether the page leads to the set-up of the service. */
  readonly isSetupNeeded?: boolean;
}

const siteName = "Jetwire";
const titleCharsMax = 120;
const descriptionCharsMax = 160;
/** Marks the position of the tags in the built page. */
const placeholder = "<!--jetwire:head-->";

/** Returns the built page with its title, description and Open Graph tags. All texts are escaped. */
export function writeHead(html: string, head: PageHead, addresses: PageAddresses): string {
  const { origin, path, realtime, tiles, isSetupNeeded = false } = addresses;
  const title = `${plainLine(head.title, titleCharsMax)} · ${siteName}`;
  const description = plainLine(head.description, descriptionCharsMax);
  const tags = [
    meta("name", "description", description),
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", siteName),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    ...(origin === null
      ? []
      : [
          meta("property", "og:url", origin + path),
          meta("property", "og:image", origin + (head.picture ?? "/og.png")),
          meta("property", "og:image:width", String(cardSize.width)),
          meta("property", "og:image:height", String(cardSize.height)),
          meta("name", "twitter:card", "summary_large_image"),
        ]),
    ...(realtime === null ? [] : [meta("name", "jetwire-realtime", realtime)]),
    ...(tiles === null ? [] : [meta("name", "jetwire-tiles", tiles)]),
    ...(isSetupNeeded ? [meta("name", "jetwire-setup", "needed")] : []),
  ].join("");
  // Functions as replacements: `$` in a text has no meaning then.
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(placeholder, () => tags);
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}
