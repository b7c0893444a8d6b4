import { expect, test } from "vitest";
import { pageLink } from "./page-link.ts";

const from = new URL("http://127.0.0.1:8080/v1/messages?limit=2");
const both =
  '<http://127.0.0.1:8080/v1/messages?before=a>; rel="next", </v1/messages?after=b>; rel="prev"';

test.for([
  ["next", both, "http://127.0.0.1:8080/v1/messages?before=a"],
  ["prev", both, "http://127.0.0.1:8080/v1/messages?after=b"],
  ["next", "</v1/messages?before=c>;rel=next", "http://127.0.0.1:8080/v1/messages?before=c"],
  ["first", both, null],
  ["next", "", null],
  ["next", null, null],
  ["next", '<http://[>; rel="next"', null],
  ["next", '<https://elsewhere.example/v1/messages>; rel="next"', null],
] as const)("%s of %s", ([rel, header, expected]) => {
  expect(pageLink(header, rel, from)?.href ?? null).toBe(expected);
});
