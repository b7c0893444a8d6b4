import { createECDH, randomBytes } from "node:crypto";
import { describeUnless, type Receiver, startReceiver } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { findChromium } from "./browser.ts";
import { openSystem, type Person, signUp, type System } from "./system.ts";

const sizes = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
];
const channels = ["webpush", "ntfy", "telegram", "discord", "slack", "webhook"];

const choice = { whole: true };
const missing =
  findChromium(choice) === null ? "no Chromium that shows notifications on the PATH" : null;

describeUnless(missing, "the page of destinations", () => {
  let system: System;
  let person: Person;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    system = await openSystem({ DELIVERY_ALLOWED_HOSTS: "127.0.0.1" }, choice);
    person = await system.newPerson({ permissions: ["notifications"] });
    await signUp(person, system.url, "listener");
  }, buildHookMs);
  afterAll(async () => {
    await system[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answer = () => [200, "ok"];
    await person.page.goto(`${system.url}/desk/destinations`);
    await person.page.getByRole("heading", { name: "Quiet hours" }).waitFor();
  });

  async function add(channel: string) {
    const { page } = person;
    await page.getByRole("button", { name: "Add a destination" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Send to").selectOption(channel);
    return dialog;
  }

  test.each(sizes)("has no field over another or outside, $width wide", async (size) => {
    const { page } = person;
    await page.setViewportSize(size);
    const dialog = await add("webpush");
    for (const channel of channels) {
      await dialog.getByLabel("Send to").selectOption(channel);
      const outer = await dialog.boundingBox();
      const fields = await dialog.locator("input, select").all();
      const boxes = (await Promise.all(fields.map((field) => field.boundingBox()))).filter(
        (box) => box !== null,
      );
      expect(boxes.length).toBeGreaterThan(10);
      const outside = boxes.filter(
        ({ x, width }) => outer === null || x < outer.x || x + width > outer.x + outer.width,
      );
      expect({ channel, outside }).toEqual({ channel, outside: [] });
      const over = boxes.filter((a) =>
        boxes.some(
          (b) =>
            b !== a &&
            a.x < b.x + b.width &&
            b.x < a.x + a.width &&
            a.y < b.y + b.height &&
            b.y < a.y + a.height,
        ),
      );
      expect({ channel, over }).toEqual({ channel, over: [] });
    }
    await page.setViewportSize(sizes[0] ?? size);
  });

  test("adds a webhook, shows its secret once, tests it and lists what was sent", async () => {
    const { page } = person;
    const dialog = await add("webhook");
    await dialog.getByLabel("Address").fill("no address");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("must be an https URL without a user name").waitFor();
    await dialog.getByLabel("Address").fill(`${receiver.url}/hook`);
    await dialog.getByLabel("Name", { exact: true }).fill("My program");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole("button", { name: "I have copied it" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "My program" });
    await row.getByRole("button", { name: "Test" }).click();
    await row.getByText("Delivered. The receiver answered 200. ok").waitFor();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    const { "webhook-signature": signature } = receiver.received[0]?.headers ?? {};
    expect(String(signature).split(" ")).toHaveLength(1);
    await row.getByRole("button", { name: "New secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await row.getByText(/^Signed with the old secret, too, until/).waitFor();
    await row.getByRole("button", { name: "Test" }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
    const { "webhook-signature": both } = receiver.received[1]?.headers ?? {};
    expect(String(both).split(" ")).toHaveLength(2);
    await row.getByText("Delivered. The receiver answered 200. ok").waitFor();
    receiver.answer = () => [503, "busy"];
    await row.getByRole("button", { name: "Test" }).click();
    await row.getByText("Not delivered. The receiver answered 503. busy").waitFor();
    await row.getByText(/^failing for/).waitFor();
    await row.getByRole("button", { name: "Deliveries" }).click();
    const cells = page.getByRole("dialog").getByRole("cell");
    await cells.filter({ hasText: "503 busy" }).waitFor();
    expect(await cells.filter({ hasText: "delivered200 ok" }).count()).toBe(2);
    await page.keyboard.press("Escape");
    await row.getByRole("button", { name: "Switch off" }).click();
    await row.getByText("switched off").waitFor();
    await row.getByRole("button", { name: "Remove My program" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await row.waitFor({ state: "detached" });
  });

  test("subscribes this browser, whose worker shows what is pushed", async () => {
    const { page, devTools, errors } = person;
    const browser = createECDH("prime256v1");
    const keys = {
      p256dh: browser.generateKeys().toString("base64url"),
      auth: randomBytes(16).toString("base64url"),
    };
    // Only the push service of the browser's maker is not there.
    await page.evaluate(
      (subscription) => {
        PushManager.prototype.subscribe = () =>
          Promise.resolve({ toJSON: () => subscription } as unknown as PushSubscription);
      },
      { endpoint: `${receiver.url}/push`, keys },
    );
    const dialog = await add("webpush");
    await dialog.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "This browser" });
    await row.getByRole("button", { name: "Test" }).click();
    await row.getByText(/^Delivered/).waitFor();
    expect(receiver.received[0]?.headers["content-encoding"]).toBe("aes128gcm");
    const versions = Promise.withResolvers<string>();
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) versions.resolve(registration.registrationId);
    });
    await devTools.send("ServiceWorker.enable");
    await devTools.send("ServiceWorker.deliverPushMessage", {
      origin: system.url,
      registrationId: await versions.promise,
      data: JSON.stringify({ id: "1", title: "Company", body: "UAL123: x", link: null }),
    });
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { getNotifications } = await navigator.serviceWorker.ready.then((ready) => ({
            getNotifications: () => ready.getNotifications(),
          }));
          return (await getNotifications()).map(({ title, body }) => ({ title, body }));
        }),
      )
      .toEqual([{ title: "Company", body: "UAL123: x" }]);
    expect(errors).toEqual([]);
  });

  test("sets quiet hours and removes them", async () => {
    const { page } = person;
    const form = page.locator("section").filter({ hasText: "Quiet hours" });
    await form.getByLabel("From").fill("22:30");
    await form.getByLabel("To").fill("22:30");
    await form.getByLabel("Time zone").selectOption("Europe/Berlin");
    await form.getByRole("button", { name: "Save quiet hours" }).click();
    await form.getByText("must differ from from").waitFor();
    await form.getByLabel("To").fill("06:45");
    await form.getByRole("button", { name: "Save quiet hours" }).click();
    await form.getByRole("button", { name: "No quiet hours" }).waitFor();
    await page.reload();
    await expect.poll(() => form.getByLabel("To").inputValue()).toBe("06:45");
    expect(await form.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
    await form.getByRole("button", { name: "No quiet hours" }).click();
    await form.getByRole("button", { name: "No quiet hours" }).waitFor({ state: "detached" });
  });

  test("a search begins a rule with its filters, and says which of them rules do not have", async () => {
    const { page } = person;
    await page.goto(`${system.url}/search?label=H1&exclude_text=ATIS&frequency=131.55`);
    await page.getByRole("link", { name: "Alert me" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("A rule cannot have these filters").waitFor();
    expect(await dialog.getByText("of what you looked at: Frequency.").count()).toBe(1);
    expect(await dialog.getByLabel("Not containing").inputValue()).toBe("ATIS");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Labels: H1 · Not containing: ATIS").first().waitFor();
  });
});
