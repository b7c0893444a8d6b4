import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { takeIntroduction } from "./handshake.ts";

function socketWith(auth: unknown, query: Record<string, unknown>) {
  const request = new IncomingMessage(new Socket());
  request.url = "/socket.io/?EIO=4&apiKey=canary&token=canary";
  return { handshake: { auth, query, url: request.url }, request };
}

test("A-03: credentials are taken from auth, else from query, and none is left behind", () => {
  const socket = socketWith(
    { apiKey: "canary-1" },
    { apiKey: "canary-2", token: "canary-3", EIO: "4" },
  );
  const { apiKey, token } = takeIntroduction(socket);
  expect([apiKey, token]).toEqual(["canary-1", "canary-3"]);
  expect(JSON.stringify([socket.handshake, socket.request.url])).not.toContain("canary");
});

test("R-39: a browserId is the client's own where it is usable, else made", () => {
  expect(takeIntroduction(socketWith({ browserId: "tab-1" }, {})).browserId).toBe("tab-1");
  for (const browserId of [7, "", "a b", "x".repeat(65), { a: 1 }]) {
    expect(takeIntroduction(socketWith({ browserId }, {})).browserId).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("R-30: the message to resume after, from auth or query; what is none is null, nothing is undefined", () => {
  const id = "019f0000-0000-7000-8000-000000000000";
  expect(takeIntroduction(socketWith({ after: id }, {})).after).toBe(id);
  expect(takeIntroduction(socketWith({}, { after: id })).after).toBe(id);
  for (const after of ["x", 7, [id], { id }, id.toUpperCase(), `${id} `, true]) {
    expect(takeIntroduction(socketWith({ after }, {})).after).toBeNull();
  }
  for (const auth of [{}, { after: null }, { after: undefined }, { after: "" }]) {
    expect(takeIntroduction(socketWith(auth, {})).after).toBeUndefined();
  }
});

test("nothing given is nothing given", () => {
  for (const auth of [undefined, null, "text", { apiKey: null }]) {
    const { apiKey, token } = takeIntroduction(socketWith(auth, {}));
    expect([apiKey, token]).toEqual([undefined, undefined]);
  }
});
