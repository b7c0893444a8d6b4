import type { TestRedis } from "./redis-of-test.ts";

export async function counter(metrics: { text(): Promise<string> }, name: string): Promise<number> {
  const line = (await metrics.text()).split("\n").find((text) => text.startsWith(`${name}{`));
  return Number(line?.split(" ").at(-1) ?? 0);
}

export async function pendingOf(server: TestRedis, partition: number): Promise<number> {
  const [count] = await server.redis.xpending(server.keys.stream(partition), "persister");
  return Number(count);
}
