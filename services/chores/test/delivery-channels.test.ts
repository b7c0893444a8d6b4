import { createECDH, randomBytes } from "node:crypto";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DeliveryScene, openDeliveryScene, publicUrl } from "./delivery-scene.ts";
import type { Receiver } from "@jetwire/testbed";

let scene: DeliveryScene;
let sql: Sql;
let receiver: Receiver;

beforeAll(async () => {
  scene = await openDeliveryScene();
  ({ sql, receiver } = scene);
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.begin());

/** The path of this test's account at the receiver. */
function own(): string {
  return new URL(scene.url()).pathname;
}

test("each channel gets the form that it documents", async () => {
  const types = ["station.offline"];
  const url = scene.url();
  await scene.addDestination({ channel: "ntfy", url, topic: "jets", token: "tk_1" }, { types });
  await scene.addDestination({ channel: "discord", url: `${url}/discord` }, { types });
  await scene.addDestination({ channel: "slack", url: `${url}/slack` }, { types });
  await scene.addDestination(
    { channel: "telegram", token: "123:AB-c_d", chatId: "-100123" },
    { types },
  );
  await scene.notify({ title: "<@everyone> & *AB*", body: "a_b\nhttps://x.example" });
  const all = await until("all of them", () => {
    const found = receiver.received.filter(
      ({ path }) => path.startsWith(own()) || path.startsWith("/bot"),
    );
    return found.length === 4 && found;
  });
  const of = (end: string) => all.find(({ path }) => path.endsWith(end));
  const link = `${publicUrl}/stations/7`;
  expect(of(own())).toMatchObject({
    headers: { authorization: "Bearer tk_1", "content-type": "application/json" },
    json: {
      topic: "jets",
      title: "<@everyone> & *AB*",
      message: "a_b https://x.example",
      click: link,
    },
  });
  expect(of("/discord")?.json).toEqual({
    content:
      String.raw`**\<\@everyone\> & \*AB\***` +
      "\n" +
      String.raw`a\_b https\://x.example` +
      `\n${link}`,
    allowed_mentions: { parse: [] },
  });
  expect(of("/slack")?.json).toEqual({
    text: `&lt;@everyone&gt; &amp; *AB*\na_b https://x.example\n${link}`,
  });
  expect(of("/sendMessage")?.path).toBe("/bot123:AB-c_d/sendMessage");
  expect(of("/sendMessage")?.json).toEqual({
    chat_id: "-100123",
    text: `<@everyone> & *AB*\na_b https://x.example\n${link}`,
    link_preview_options: { is_disabled: true },
  });
});

test("a push message is encrypted for the browser and signed, and its end of subscription switches it off", async () => {
  const browser = createECDH("prime256v1");
  const p256dh = browser.generateKeys().toString("base64url");
  const auth = randomBytes(16).toString("base64url");
  const endpoint = `${scene.url()}/push`;
  const id = await scene.addDestination({ channel: "webpush", endpoint, p256dh, auth });
  await scene.notify();
  const [one] = await scene.received(1);
  expect(one?.headers).toMatchObject({
    "content-encoding": "aes128gcm",
    ttl: "86400",
    authorization: expect.stringMatching(/^vapid t=[\w.-]+, k=[\w-]+$/),
  });
  expect(one?.body).not.toContain("offline");
  const key = await db.destinations.readPublicKey(sql);
  expect(one?.headers["authorization"]).toContain(`k=${key}`);
  const [, token = ""] = /t=([^,]+)/.exec(one?.headers["authorization"] ?? "") ?? [];
  const claims = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  ) as object;
  expect(claims).toMatchObject({ aud: receiver.url, sub: publicUrl });
  await expect.poll(() => scene.statuses(id), { timeout: 10_000 }).toEqual(["delivered"]);
  receiver.answer = () => [404];
  await scene.notify();
  await until(
    "it is off",
    async () => (await db.destinations.list(sql, scene.accountId()))[0]?.enabled === false,
  );
});
