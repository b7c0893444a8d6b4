/** Returns the decoder program that an object names; "unknown" if it names none. */
export function programOf(value: unknown): string {
  const outer = fields(value);
  const inner = [outer, outer["vdl2"], outer["hfdl"], outer["payload"]].map(fields);
  for (const { app, source } of inner) {
    const name = fields(app)["name"] ?? fields(source)["app"] ?? app;
    if (typeof name === "string" && /^[\w. -]{1,32}$/.test(name)) return name;
  }
  return "unknown";
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
