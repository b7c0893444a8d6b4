import { expect, test } from "vitest";
import { clientCodeOf, curlOf } from "./api-request.ts";

const origin = "https://jetwire.example";
const list = { method: "listMessages", path: "/v1/messages" } as const;

test("a list as a command line and as a program", () => {
  const request = { ...list, query: { tail: "N156VN", first: "true" } };
  expect(curlOf(request, origin)).toBe(
    `curl -H "Authorization: Bearer $JETWIRE_KEY" \\\n  'https://jetwire.example/v1/messages?tail=N156VN&first=true'`,
  );
  expect(clientCodeOf(request, origin)).toContain(
    'rest.listMessages({\n  tail: "N156VN",\n  first: "true",\n})',
  );
});

test("a message by its id", () => {
  const request = {
    method: "readMessage",
    path: "/v1/messages/0196",
    params: { id: "0196" },
    query: {},
  } as const;
  expect(curlOf(request, origin)).toContain("'https://jetwire.example/v1/messages/0196'");
  expect(clientCodeOf(request, origin)).toContain('await rest.readMessage({\n  id: "0196",\n})');
});

test.each(["'; rm -rf ~ #", "$(id)", "`id`", 'a"b', "a\nb\\"])(
  "the text %j cannot leave its quotes",
  (q) => {
    const command = curlOf({ ...list, query: { q } }, origin);
    expect(command.split("\n")).toHaveLength(2);
    expect(command.split("\n")[1]).toMatch(/^ {2}'[\w:/.?=%&*+-]+'$/);
    const code = clientCodeOf({ ...list, query: { q } }, origin);
    expect(code).toContain(`  q: ${JSON.stringify(q)},`);
  },
);
