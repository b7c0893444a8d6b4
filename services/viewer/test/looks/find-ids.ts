import type { BrowserContext } from "playwright-core";
import type { LookedIds } from "./pages.ts";

/** Returns the first ids that the page of found messages of a running instance links to. */
export async function findIds(context: BrowserContext, url: string): Promise<LookedIds> {
  const page = await context.newPage();
  await page.goto(`${url}/search?has_position=true`);
  const first = async (start: string): Promise<string> => {
    const link = page.locator(`main a[href^="${start}"]`).first();
    const href = await link.getAttribute("href").catch(() => null);
    if (href === null) throw new Error(`${url}/search?has_position=true has no link to ${start}`);
    return new URL(href, url).pathname.slice(start.length);
  };
  const ids = {
    message: await first("/messages/"),
    flight: await first("/flights/"),
    airframe: await first("/airframes/"),
    station: await first("/stations/"),
  };
  await page.close();
  return ids;
}
