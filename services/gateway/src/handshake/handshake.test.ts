import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { readHandshake } from "./handshake.ts";

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
  const { apiKey, token } = readHandshake(socket);
  expect([apiKey, token]).toEqual(["canary-1", "canary-3"]);
  expect(JSON.stringify([socket.handshake, socket.request.url])).not.toContain("canary");
});

test("R-39: a browserId is the client's own if it is usable, else generated", () => {
  expect(readHandshake(socketWith({ browserId: "tab-1" }, {})).browserId).toBe("tab-1");
  for (const browserId of [7, "", "a b", "x".repeat(65), { a: 1 }]) {
    expect(readHandshake(socketWith({ browserId }, {})).browserId).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("R-30: the message to resume after comes from auth or query; an invalid one is null, none is undefined", () => {
  const id = "019f0000-0000-7000-8000-000000000000";
  expect(readHandshake(socketWith({ after: id }, {})).after).toBe(id);
  expect(readHandshake(socketWith({}, { after: id })).after).toBe(id);
  for (const after of ["x", 7, [id], { id }, id.toUpperCase(), `${id} `, true]) {
    expect(readHandshake(socketWith({ after }, {})).after).toBeNull();
  }
  for (const auth of [{}, { after: null }, { after: undefined }, { after: "" }]) {
    expect(readHandshake(socketWith(auth, {})).after).toBeUndefined();
  }
});

test("credentials that are not given are undefined", () => {
  for (const auth of [undefined, null, "text", { apiKey: null }]) {
    const { apiKey, token } = readHandshake(socketWith(auth, {}));
    expect([apiKey, token]).toEqual([undefined, undefined]);
  }
});

test("a feed is begun for a session only if the client asks for it", () => {
  expect(readHandshake(socketWith({ feed: true }, {})).feed).toBe(true);
  expect(readHandshake(socketWith({}, { feed: "true" })).feed).toBe(true);
  for (const feed of [undefined, null, false, "false", 1, {}, ["true"]]) {
    expect(readHandshake(socketWith({ feed }, {})).feed).toBe(false);
  }
});

test("wholes are sent only to a client that asked for them", () => {
  expect(readHandshake(socketWith({ assembled: true }, {})).assembled).toBe(true);
  expect(readHandshake(socketWith({}, { assembled: "true" })).assembled).toBe(true);
  for (const assembled of [undefined, false, "false", 1, {}, ["true"]]) {
    expect(readHandshake(socketWith({ assembled }, {})).assembled).toBe(false);
  }
});
