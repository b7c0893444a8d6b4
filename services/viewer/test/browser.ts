import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Chromium without windows. It draws the same pages for less CPU time, but shows no notifications. */
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome"];

/** Says which browser is wanted. */
export interface BrowserChoice {
  /** Whether it must be a browser with windows, which shows notifications, and whose own speed is measured. */
  readonly whole?: boolean;
}

/** Returns the path of a Chromium, if possible of one without windows, or null if none is on the PATH. */
export function findChromium({ whole = false }: BrowserChoice = {}): string | null {
  const names = whole ? browsers : [...shells, ...browsers];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts it without background network traffic, and without the sandbox, which root cannot use. */
export async function launchBrowser(
  executablePath: string,
  args: readonly string[] = [],
): Promise<Browser> {
  return await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
  });
}
