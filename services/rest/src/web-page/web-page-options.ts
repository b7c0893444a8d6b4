import type { Logger } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { PageHeads } from "./page-heads.ts";
import type { WebPageOptions } from "./serve-web-page.ts";

/** Returns how the web page is served; undefined without a folder of it. */
export function webPageOptions(
  config: RestConfig,
  { heads, cards, need }: Pick<WebPageOptions, "cards" | "need"> & { readonly heads: PageHeads },
  log: Logger,
): WebPageOptions | undefined {
  const { REST_VIEWER_DIR: folder } = config;
  if (folder === undefined) return undefined;
  return {
    folder,
    heads,
    cards,
    need,
    publicUrl: config.PUBLIC_URL,
    realtimeUrl: config.REST_WS_URL,
    tilesUrl: config.MAP_TILES_URL,
    log,
  };
}
