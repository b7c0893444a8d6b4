import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext, Page, Route } from "playwright-core";

const hourMs = 3_600_000;

/**
 * Makes the requests of a page of the stub service succeed: its paths return the built page with the
 * address of the realtime interface, and REST has nobody signed in, the positions given, and nothing else.
 */
export async function openPage(
  context: BrowserContext,
  { url, folder, path }: { readonly url: string; readonly folder: string; readonly path: string },
  positions: readonly unknown[],
): Promise<Page> {
  const { realtime } = (await (await fetch(`${url}v1/status`)).json()) as { realtime: string };
  const html = await readFile(join(folder, "index.html"), "utf8");
  const head = `<meta name="jetwire-realtime" content="${realtime}">`;
  const page = await context.newPage();
  await page.route("**/v1/**", async (route) => await answer(route, positions));
  await page.route(`${url}${path}`, async (route) => {
    await route.fulfill({
      contentType: "text/html",
      body: html.replace("<!--jetwire:head-->", head),
    });
  });
  await page.goto(url + path);
  return page;
}

async function answer(route: Route, positions: readonly unknown[]): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const expiresAt = new Date(Date.now() + hourMs).toISOString();
  switch (pathname) {
    case "/v1/auth/session":
      return await route.fulfill({
        json: { user: null, csrfToken: null, signedInAt: null, methods },
      });
    case "/v1/auth/sessions":
      return await route.fulfill({
        status: 201,
        json: { token: "t", expiresAt, refreshToken: null, user: null },
      });
    case "/v1/positions":
      return await route.fulfill({ json: positions });
    default:
      return await route.fulfill({ json: [] });
  }
}

const methods = { passkeys: false, email: false, oidc: [], signUp: "closed", url: null };
