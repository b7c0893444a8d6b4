import { AppError } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createAnonymousSearches } from "./anonymous-searches.ts";

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : String(error);
}

test("A-46: searches without an account run two at a time for a network and three in all", async () => {
  const searches = createAnonymousSearches();
  const release = Promise.withResolvers<void>();
  const running: string[] = [];
  const run = (ip: string) =>
    searches
      .run(ip, async () => {
        running.push(ip);
        await release.promise;
        return "found";
      })
      .catch(codeOf);
  const answers = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "192.0.2.1", "192.0.2.2"].map(run);
  expect(await answers[2]).toBe("rate_limited");
  expect(await answers[4]).toBe("unavailable");
  expect(running).toEqual(["2001:db8::1", "2001:db8::2", "192.0.2.1"]);
  const waiting = run("192.0.2.3");
  release.resolve();
  expect(await Promise.all([...answers.filter((_, n) => ![2, 4].includes(n)), waiting])).toEqual(
    Array(4).fill("found"),
  );
});

test("a search that fails returns its permits", async () => {
  const searches = createAnonymousSearches();
  for (let n = 0; n < 10; n++) {
    const failing = searches.run("192.0.2.1", () => Promise.reject(new Error("it failed")));
    await expect(failing).rejects.toThrow("it failed");
  }
  expect(await searches.run("192.0.2.1", async () => "found")).toBe("found");
});
