/** Returns the first value of a metric, 0 if it has none. */
export async function counter(metrics: { text(): Promise<string> }, name: string): Promise<number> {
  const line = (await metrics.text()).split("\n").find((text) => text.startsWith(`${name}{`));
  return Number(line?.split(" ").at(-1) ?? 0);
}
