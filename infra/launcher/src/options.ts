import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { LaunchError } from "./launch-error.ts";

/** What `npm start` was asked for. */
export interface Options {
  readonly dataDir: string;
  readonly portBase: number | undefined;
  readonly gateways: number;
  readonly demo: boolean;
  readonly help: boolean;
}

const gatewaysMax = 16;
/** Every port of an instance is below its base plus this. */
export const portSpan = 64;

/**
 * Parses the command line. Folders are relative to `from`.
 *
 * @throws LaunchError naming the option that is wrong.
 */
export function parseOptions(argv: readonly string[], from: string): Options {
  const { values } = parsed(argv);
  const base = values["port-base"];
  return {
    dataDir: resolve(from, values.data),
    portBase:
      base === undefined ? undefined : wholeNumber("--port-base", base, 1024, 65_535 - portSpan),
    gateways: wholeNumber("--gateways", values.gateways, 1, gatewaysMax),
    demo: !values["no-demo"],
    help: values.help,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        data: { type: "string", default: ".data" },
        "port-base": { type: "string" },
        gateways: { type: "string", default: "2" },
        "no-demo": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new LaunchError(`${reason} (npm start -- --help lists the options)`, { cause: error });
  }
}

function wholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new LaunchError(`${option} takes a whole number from ${min} to ${max}, not "${text}"`);
}
