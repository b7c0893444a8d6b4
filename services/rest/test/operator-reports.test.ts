import * as db from "@jetwire/db";
import type {
  CspReport,
  DeadLetterContent,
  ListedDeadLetter,
  OperatorChatReport,
  Problem,
} from "@jetwire/protocol";
import { createSeededRandom, hostileText } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner } from "./rest-under-test.ts";
import { openOperator } from "./operator-scene.ts";

let at: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  at = await openOperator();
});
afterAll(() => at[Symbol.asyncDispose]());

describe("dead letters", () => {
  test("are listed with what can be read of them, however broken their entry is", async () => {
    const { sql } = at.rest.database.database;
    const random = createSeededRandom(3);
    const texts = Array.from({ length: 12 }, () => hostileText(random, 300));
    const broken = [[], ["m"], ["m", "[]"], ["m", "{"], ["m", '{"stationId":1e99,"text":7}']];
    const fields = [...broken, ...texts.map((text) => ["v", "2", "m", JSON.stringify({ text })])];
    await db.deadLetters.add(
      sql,
      fields.map((one, n) => ({
        partition: 1,
        entryId: `${n}-1`,
        producer: null,
        seq: null,
        reason: "bad-message",
        detail: "x".repeat(5_000),
        fields: one,
        details: [],
      })),
    );
    const listed = await at.read<ListedDeadLetter[]>("dead-letters?reason=bad-message&limit=100");
    expect(listed).toHaveLength(fields.length);
    for (const { id, text, detail } of listed) {
      expect(Array.from(text).length).toBeLessThanOrEqual(120);
      expect(detail).toHaveLength(500);
      const content = await at.read<DeadLetterContent>(`dead-letters/${id}`);
      expect(content.id).toBe(id);
    }
    const [first, second] = listed;
    expect(await at.read(`dead-letters?reason=bad-message&limit=1&before=${first?.id}`)).toEqual([
      second,
    ]);
  });

  test("are dropped by id or by reason, with the reason in the audit log", async () => {
    const listed = await at.read<ListedDeadLetter[]>("dead-letters");
    const ids = listed.slice(0, 2).map(({ id }) => id);
    const dropped = await at.asOperator("POST", "dead-letters/drop", {
      selection: { ids },
      reason: "test data",
    });
    expect(await dropped.json()).toEqual({ dropped: 2, more: false });
    expect(await at.newestAction()).toMatchObject({
      actor: "olga",
      action: "dead-letter.drop",
      reason: "test data",
    });
    expect(
      await at.act("POST", "dead-letters/drop", { selection: { reason: "bad-message" } }),
    ).toBe(200);
    expect(await at.read("dead-letters")).toEqual([]);
  });

  test.each([
    [{}, "selection"],
    [{ selection: {} }, "selection"],
    [{ selection: { ids: [1], reason: "x" } }, "selection"],
    [{ selection: { ids: [] } }, "selection.ids"],
    [{ selection: { ids: [-1] } }, "selection.ids.0"],
    [{ selection: { ids: [1] }, reason: " " }, "reason"],
    [{ selection: { ids: [1] }, reason: "a\u0000b" }, "reason"],
  ])("a retry with %j names %s", async (body, field) => {
    const response = await at.asOperator("POST", "dead-letters/retry", { reason: "x", ...body });
    expect(response.status).toBe(400);
    const problem = (await response.json()) as Problem;
    expect(problem.errors?.map((error) => error.field)).toContain(field);
  });
});

describe("reports of chat messages", () => {
  test("are shown with the last 20 messages up to the reported one, which the audit log records", async () => {
    const { id } = await addReport("buy this");
    const conversation = await at.read<{ messages: { body: string }[] }>(`chat-reports/${id}`);
    expect(conversation.messages).toHaveLength(20);
    expect(conversation.messages.at(-1)?.body).toBe("buy this");
    expect(await at.newestAction()).toMatchObject({ action: "chat-report.read", object: { id } });
  });

  test.each([
    ["dismiss", false, "a bad word"],
    ["block", true, "b bad word"],
    ["redact", false, "c bad word"],
  ])("are resolved by %s, once", async (action, isBanned, body) => {
    const { sql } = at.rest.database.database;
    const { id, author, messageId } = await addReport(body);
    const path = `chat-reports/${id}/resolution`;
    expect(await at.act("POST", path, { action })).toBe(204);
    expect(await at.act("POST", path, { action })).toBe(404);
    const [row] = await sql`
      select banned_at is not null as banned,
        (select m.body from chat_messages m where m.id = ${messageId}) as body
      from accounts where id = ${author}`;
    expect(row).toEqual({ banned: isBanned, body: action === "redact" ? "" : body });
    const open = await at.read<OperatorChatReport[]>("chat-reports");
    expect(open.map((report) => report.id)).not.toContain(id);
    const resolved = await at.read<OperatorChatReport[]>("chat-reports?resolved=true");
    expect(resolved.find((report) => report.id === id)?.resolution).toBe(`${action}: for a test`);
  });
});

describe("reports of the page's policy", () => {
  test("are kept without queries, control characters and long texts", async () => {
    const sent = await sendReport("203.0.113.20", {
      "document-uri": "https://host.example/link?x=1#t=secret",
      "effective-directive": "script-src-elem",
      "blocked-uri": `https://evil.example/\u0000${"x".repeat(5_000)}`,
      "script-sample": 7,
      "other-member": { deep: true },
    });
    expect(sent.status).toBe(204);
    const [kept] = await at.read<CspReport[]>("csp-reports");
    expect(kept).toMatchObject({ directive: "script-src-elem", page: "/link", sample: "" });
    expect(kept?.blocked).toHaveLength(200);
    expect(JSON.stringify(kept)).not.toContain("secret");
  });

  test("are limited by network, and the last 50 are kept", async () => {
    for (let n = 0; n < 60; n++) {
      await sendReport(`203.0.113.${100 + Math.floor(n / 9)}`, {
        "violated-directive": `made-up-${n}`,
      });
    }
    expect(await at.read<CspReport[]>("csp-reports")).toHaveLength(50);
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push((await sendReport("203.0.113.99", {})).status);
    expect(statuses).toContain(429);
    expect((await sendReport("203.0.113.98", {}, "text/plain")).status).toBe(415);
  });
});

async function addReport(body: string): Promise<{ id: string; author: string; messageId: string }> {
  const { sql } = at.rest.database.database;
  const name = body.replaceAll(" ", "-");
  const author = await addKeyOwner(at.rest.database, `author-${name}`);
  const reader = await addKeyOwner(at.rest.database, `reader-${name}`);
  const from = { senderId: author.accountId, recipientId: reader.accountId, clientId: null };
  for (let n = 0; n < 25; n++) await db.chat.storeMessage(sql, { ...from, body: `before ${n}` });
  const stored = await db.chat.storeMessage(sql, { ...from, body });
  const messageId = stored.status === "stored" ? stored.message.id : "";
  await db.chat.storeMessage(sql, { ...from, body: "after" });
  await db.chat.reportMessage(sql, reader.accountId, { messageId, reason: "spam" });
  const reports = await at.read<OperatorChatReport[]>("chat-reports");
  const report = reports.find((one) => one.messageId === messageId);
  return { id: report?.id ?? "", author: author.accountId, messageId };
}

async function sendReport(address: string, violation: unknown, type = "application/csp-report") {
  return await fetch(`${at.rest.url}/v1/csp-reports`, {
    method: "POST",
    headers: {
      "content-type": type,
      "x-forwarded-for": address,
      "x-forwarded-proto": "https",
    },
    body: JSON.stringify({ "csp-report": violation }),
  });
}
