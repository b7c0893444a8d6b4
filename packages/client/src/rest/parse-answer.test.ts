import { MessageStation, Problem, Status } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { parseAnswer } from "./parse-answer.ts";

const status = {
  time: "2026-11-21T12:00:00.000Z",
  realtime: null,
  postgres: true,
  redis: true,
  lag: { dispatch: 0, storage: 0.5, delivery: 0, firehose: null },
  journalBytes: 0,
  clockSkew: null,
  canary: null,
  degraded: [],
};
const problem = {
  type: "about:blank",
  title: "Bad request",
  status: 400,
  code: "invalid_request",
  message: "Wrong parameters: limit",
  requestId: "r-1",
  errors: [{ field: "limit", message: "must be a number" }],
};

test("known members are read", () => {
  expect(parseAnswer({ ...status }, Status)).toEqual({ ok: true, value: status });
});

test("members that only newer servers send are removed, at any depth", () => {
  expect(parseAnswer({ ...status, uptime: 7 }, Status)).toEqual({ ok: true, value: status });
  const newer = {
    ...problem,
    hint: "try 100",
    errors: problem.errors.map((error) => ({ ...error, given: "x" })),
  };
  expect(parseAnswer(newer, Problem)).toEqual({ ok: true, value: problem });
});

test("a mistake is named", () => {
  const wrong = { ...status, postgres: "yes", uptime: 7 };
  expect(parseAnswer(wrong, Status)).toMatchObject({
    ok: false,
    mistake: expect.stringContaining("postgres: "),
  });
  for (const body of [undefined, null, 7, "text", []]) {
    expect(parseAnswer(body, MessageStation).ok).toBe(false);
  }
});
