import type { Message } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  postLines,
  startDeployment,
} from "../src/index.ts";

let jw: Deployment;
let apiKey: string;
beforeAll(async () => {
  jw = await startDeployment();
  ({ apiKey } = await addFeeder(jw, "alice", "IA-HOME"));
});
afterAll(() => jw[Symbol.asyncDispose]());

/** Posts lines, and reads each message by the id of the answer. */
async function postAndRead(...lines: string[]): Promise<{ id: string; message: Message }[]> {
  const { items } = await postLines(jw, lines);
  return await Promise.all(
    items.map(async ({ id = "no id" }) => {
      const response = await fetch(`${jw.restUrl}/v1/messages/${id}`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      expect({ id, status: response.status }).toEqual({ id, status: 200 });
      return { id, message: (await response.json()) as Message };
    }),
  );
}

test("each id of an answer can be read at once, also that of a repeat (F-04)", async () => {
  const line = acarsdecLine("IA-HOME", "SENT AGAIN");
  const [first, inSamePost] = await postAndRead(line, line);
  const [again] = await postAndRead(line);
  expect(first?.message.text).toBe("SENT AGAIN");
  expect(inSamePost).toEqual(first);
  expect(again).toEqual(first);
});

test("of a burst on two channels, both have the id of the one that is kept", async () => {
  const [weak, strong] = [-30, -5].map((level) =>
    acarsdecLine("IA-HOME", "ON TWO CHANNELS", {
      level,
      freq: level === -5 ? 131.55 : 131.525,
      timestamp: 1_700_000_000.25,
    }),
  );
  const answers = await postAndRead(weak ?? "", strong ?? "");
  expect(answers[1]).toEqual(answers[0]);
  const [late] = await postAndRead(weak ?? "");
  expect(late?.id).toBe(answers[1]?.id);
});
