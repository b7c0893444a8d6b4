import { expect, test, vi } from "vitest";
import { DeadlineError, withDeadline } from "./deadline.ts";

test("work that ends in time gives its result or its error, and leaves no timer", async () => {
  vi.useFakeTimers();
  try {
    expect(await withDeadline(Promise.resolve(3), 1_000, "work")).toBe(3);
    const failing = withDeadline(Promise.reject(new Error("broken")), 1_000, "work");
    await expect(failing).rejects.toThrow("broken");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("work that takes longer is named in the error, and its later failure is ignored", async () => {
  const late = Promise.withResolvers<never>();
  await expect(withDeadline(late.promise, 10, "query")).rejects.toThrow(DeadlineError);
  await expect(withDeadline(late.promise, 10, "query")).rejects.toThrow(
    "query took longer than 10",
  );
  // An unhandled rejection would fail the run.
  late.reject(new Error("too late"));
  await new Promise((resolve) => setImmediate(resolve));
});
