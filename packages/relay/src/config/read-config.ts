import { readFileSync } from "node:fs";
import { UsageError } from "@jetwire/command-line";
import { RelayConfig } from "./relay-config.ts";

/** Members that options of the command line add to, or set in, the configuration. */
export interface ConfigOptions {
  readonly config?: string | undefined;
  readonly listen: readonly {
    readonly udp?: number;
    readonly tcp?: number;
    readonly from?: string;
  }[];
  readonly outputs: readonly { readonly name: string; readonly to: string }[];
  readonly directory?: string | undefined;
  readonly page?: number | undefined;
}

/**
 * Reads the file of the configuration, if one is named, and adds the options.
 *
 * @throws UsageError that names each member that is wrong, and what is allowed
 */
export function readConfig(options: ConfigOptions): RelayConfig {
  const { config: path, listen, outputs, directory, page } = options;
  const file = path === undefined ? {} : readObject(path);
  const given = {
    ...file,
    listen: added(file["listen"], listen),
    outputs: added(file["outputs"], outputs),
    ...(directory !== undefined && { directory }),
    ...(page !== undefined && { page: { port: page } }),
  };
  const result = RelayConfig.safeParse(given);
  if (result.success) return result.data;
  const mistakes = result.error.issues.map(({ path: members, message }) =>
    `${memberText(members)} ${message}`.trim(),
  );
  throw new UsageError(`${path ?? "the options"}: ${mistakes.join("; ")}`);
}

function readObject(path: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`${path} is not readable: ${(error as Error).message}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new UsageError(`${path} must be a JSON object`);
}

/** Adds to a list of the file; what is no list there is a mistake, which the schema names. */
function added(listed: unknown, more: readonly unknown[]): unknown {
  if (listed === undefined) return more;
  return Array.isArray(listed) ? [...(listed as unknown[]), ...more] : listed;
}

/** Returns a path as in `outputs[1].to`. */
function memberText(path: readonly PropertyKey[]): string {
  return path
    .map((member) => (typeof member === "number" ? `[${member}]` : `.${String(member)}`))
    .join("")
    .replace(/^\./, "");
}
