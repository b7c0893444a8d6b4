/*
 * Makes pictures of every page of a running instance, for people to look at: desktop and phone, light and
 * dark, as visitor, as user and, if the instance's data folder is given, as operator.
 *
 *   cd services/viewer && pnpm looks --help
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { findChromium, launchBrowser } from "../browser.ts";
import { findIds } from "./find-ids.ts";
import { type LookedPage, operatorPages, userPages, visitorPages } from "./pages.ts";
import { answerAs, states } from "./states.ts";

const root = resolve(import.meta.dirname, "../../../..");
const sizes = { desktop: { width: 1_440, height: 900 }, phone: { width: 390, height: 844 } };
const themes = ["light", "dark"] as const;
const quietMs = 2_500;

const help = `Makes pictures of every page of a running instance, which simulates traffic, and of pages without network,
with requests that fail, and without results.

  --page URL  the address of the page; default: http://localhost:8080
  --data DIR  the data folder of the instance; with it the pages of operators are included
  --out DIR   the folder for the pictures; default: docs/images/review
  --only LIST only the pages with these names, for example map,stations; default: all
  --help      show this text

It creates a user and claims a simulated station. The pictures take about five minutes.
`;

const { values } = parseArgs({
  options: {
    page: { type: "string", default: "http://localhost:8080" },
    data: { type: "string" },
    out: { type: "string", default: join(root, "docs/images/review") },
    only: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

const only = values.only?.split(",");

if (values.help) process.stdout.write(help);
else await look();

async function look(): Promise<void> {
  const chromium = findChromium({ whole: true });
  if (chromium === null) throw new Error("Chromium is not on the PATH");
  mkdirSync(values.out, { recursive: true });
  const browser = await launchBrowser(chromium);
  try {
    const context = await newContext(browser);
    await takeAll(context, "visitor", visitorPages(await findIds(context, values.page)));
    if (only === undefined) await takeStates(browser);
    if (!isAnyWanted([...userPages, ...operatorPages])) return;
    const page = await context.newPage();
    const name = await signUp(page);
    if (isAnyWanted(userPages)) await claimStation(page);
    await takeAll(context, "user", userPages);
    if (values.data !== undefined && isAnyWanted(operatorPages)) {
      makeOperator(name, values.data);
      await signIn(page);
      await takeAll(context, "operator", operatorPages);
    }
  } finally {
    await browser.close();
  }
}

function isAnyWanted(pages: readonly LookedPage[]): boolean {
  return only === undefined || pages.some(({ name }) => only.includes(name));
}

async function newContext(browser: Browser): Promise<BrowserContext> {
  return await browser.newContext({ reducedMotion: "reduce" });
}

/** Takes a picture of each page, in each size and theme. */
async function takeAll(
  context: BrowserContext,
  who: string,
  pages: readonly LookedPage[],
): Promise<void> {
  const page = await context.newPage();
  for (const { name, path } of pages.filter((one) => isAnyWanted([one]))) {
    await page.goto(values.page + path);
    await page.waitForTimeout(quietMs);
    await take(page, `${who}-${name}`);
  }
  await page.close();
}

/** Takes a picture of what a page shows now, in each size and theme. */
async function take(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of themes) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForTimeout(300);
      const file = join(values.out, `${name}-${size}-${theme}.jpg`);
      await page.screenshot({ path: file, type: "jpeg", quality: 75 });
    }
  }
  process.stdout.write(`${name}\n`);
}

/** Takes pictures of what pages show when the network or a request fails, or nothing is found. */
async function takeStates(browser: Browser): Promise<void> {
  for (const { name, path, fault } of states) {
    const context = await newContext(browser);
    const page = await context.newPage();
    if (fault !== "offline") {
      await page.route(fault.requests, (route) => answerAs(route, fault.answer));
    }
    await page.goto(values.page + path);
    await page.waitForTimeout(quietMs);
    if (fault === "offline") {
      await context.setOffline(true);
      await page.waitForTimeout(2 * quietMs);
    }
    await take(page, `state-${name}`);
    await context.close();
  }
}

/** Makes an account with a passkey of a virtual authenticator. */
async function signUp(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      // cspell:ignore ctap
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const name = `looks-${Date.now().toString(36)}`;
  await page.goto(`${values.page}/sign-up`);
  await page.getByLabel("User name").fill(name);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await page.waitForURL(/\/desk/);
  return name;
}

/** Claims a station that sends from this machine, as simulated ones do. */
async function claimStation(page: Page): Promise<void> {
  await page.goto(`${values.page}/desk/claim`);
  await page.getByRole("button", { name: "Claim" }).first().click();
  await page.getByText(/proof enough|is provisional until/).waitFor();
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  await page.getByText(/ is yours( provisionally)?\.$/).waitFor();
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${values.page}/sign-in?next=/operator`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL(/\/operator/);
}

/** Gives the account the role by the operator's command, which ends its sessions. */
function makeOperator(name: string, data: string): void {
  const command = ["packages/cli/src/main.ts", "accounts", "role", name, "operator"];
  execFileSync(process.execPath, [...command, "--data", resolve(data)], { cwd: root });
}
