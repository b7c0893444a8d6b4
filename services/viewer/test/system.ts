/* cspell:ignore ctap */
import { createSocket } from "node:dgram";
import {
  type DeployedGateway,
  type Deployment,
  jetwire,
  freePorts,
  startDeployment,
} from "@jetwire/testbed";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from "playwright-core";
import { type BrowserChoice, findChromium, launchBrowser } from "./browser.ts";
import { buildPage } from "./built-page.ts";

/** The whole service with its page, and a browser. */
export interface System extends AsyncDisposable {
  readonly deployment: Deployment;
  /** The page's address, at a host name at which browsers allow passkeys. */
  readonly url: string;
  /** Sends a line as a decoder does, by UDP. */
  feed(line: string): Promise<void>;
  /** Stops the gateway, and returns what starts one at the same address. */
  stopGateway(): Promise<() => Promise<void>>;
  /** Opens a browser profile of its own. */
  newPerson(options?: BrowserContextOptions): Promise<Person>;
}

/**
 * Somebody with a browser profile, whose pages close when it is disposed of. Pages that stay open go on showing live messages,
 * which takes CPU time from the tests that follow.
 */
export interface Person extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devTools: CDPSession;
  /** The reports of the page: errors of scripts, and violations of its policy. */
  readonly errors: readonly string[];
}

export const missingBrowser = findChromium() === null ? "no Chromium on the PATH" : null;

const waitMsMax = 40_000;

/** Options of a system. */
interface SystemOptions extends BrowserChoice {
  /** Receives the logs of the services. */
  readonly onLogLine?: (line: string) => void;
}

/**
 * Starts all services, with the page, and a browser.
 *
 * @param environment further variables of the services
 */
export async function openSystem(
  environment: Readonly<Record<string, string>> = {},
  { onLogLine, ...choice }: SystemOptions = {},
): Promise<System> {
  await using stack = new AsyncDisposableStack();
  const folder = await buildPage();
  const [restPort = 0, gatewayPort = 0] = await freePorts(2);
  const url = `http://localhost:${restPort}`;
  const deployment = stack.use(
    await startDeployment({
      ...(onLogLine && { onLogLine }),
      gateways: 0,
      workers: { chores: 1 },
      environment: {
        PUBLIC_URL: url,
        REST_PORT: String(restPort),
        REST_VIEWER_DIR: folder,
        REST_WS_URL: `ws://localhost:${gatewayPort}`,
        GATEWAY_PORT: String(gatewayPort),
        SIGN_UP: "open",
        SIGN_UPS_PER_HOUR_MAX: "1000",
        REST_ANONYMOUS_PER_MINUTE: "100000",
        ...environment,
      },
    }),
  );
  // A test opens more pages in a minute than a person does.
  await jetwire(deployment, "tiers", "set", "feeder", "--requests-per-minute", "100000");
  let gateway: DeployedGateway = await deployment.startGateway();
  const browser = await launchBrowser(findChromium(choice) ?? "");
  stack.defer(() => browser.close());
  const socket = createSocket("udp4");
  stack.defer(() => void socket.close());
  const udpPort = deployment.ingest.udpPorts[0] ?? 0;

  const opened = stack.move();
  return {
    deployment,
    url,
    async feed(line) {
      const sent = Promise.withResolvers<void>();
      socket.send(line, udpPort, "127.0.0.1", (error) =>
        error ? sent.reject(error) : sent.resolve(),
      );
      await sent.promise;
    },
    async stopGateway() {
      await gateway[Symbol.asyncDispose]();
      return async () => {
        gateway = await deployment.startGateway();
      };
    },
    newPerson: async (options) => await newPerson(browser, options),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Opens a profile whose device has a passkey store that always confirms. */
async function newPerson(browser: Browser, options: BrowserContextOptions = {}): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1_400, height: 900 }, ...options });
  context.setDefaultTimeout(waitMsMax);
  const errors: string[] = [];
  // A policy violation is an event of the document, which a binding carries out of the page.
  await context.exposeBinding("reportViolation", (_source, text: string) => void errors.push(text));
  await context.addInitScript(() => {
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, sample, blockedURI }) => {
        const { reportViolation } = globalThis as unknown as {
          reportViolation(text: string): void;
        };
        reportViolation(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
      },
    );
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => void errors.push(`error: ${error.message}`));
  const devTools = await context.newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { context, page, devTools, errors, [Symbol.asyncDispose]: () => context.close() };
}

/** Makes an account by passkey, as a stranger does. */
export async function signUp({ page }: Person, url: string, username: string): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.locator("input[autocomplete=username]").fill(username);
  await page.getByRole("button", { name: "Create a passkey" }).click();
  await page.waitForURL(/\/desk/);
}

/** Signs in by the passkey of the profile. */
export async function signIn({ page }: Person, url: string): Promise<void> {
  await page.goto(`${url}/sign-in?next=/account`);
  // The browser may offer the passkey by itself.
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.click({ timeout: 5_000 }).catch(() => undefined);
  await page.waitForURL(/\/account/);
}
