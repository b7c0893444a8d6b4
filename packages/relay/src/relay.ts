import { createAddressSemaphore, createLogger, type Logger } from "@jetwire/runtime";
import { createSlices } from "@jetwire/transport";
import { limitsOf, type RelayConfig } from "./config/relay-config.ts";
import { createInput, type Input } from "./inputs/input.ts";
import { openInput } from "./inputs/open-input.ts";
import { openOutput } from "./outputs/open-output.ts";
import { openBufferedOutputs } from "./outputs/buffered-outputs.ts";
import { pageOf } from "./status/page.ts";
import { createStatus } from "./status/status.ts";
import { servePage } from "./status/serve-page.ts";

const connections = { total: 256, perAddress: 64 };

/** A relay that runs. Its disposal stops it: it receives nothing more, and sends what waits for three seconds. */
export interface RunningRelay extends AsyncDisposable {
  /** The ports of the inputs, in the order of the configuration. */
  readonly ports: readonly number[];
  readonly pagePort: number;
}

/**
 * Starts a relay: the buffer first, then what reads it, and last what fills it.
 *
 * @param fail receives an error after which it cannot go on
 */
export async function startRelay(
  config: RelayConfig,
  fail: (error: unknown) => void,
  log: Logger = createLogger("relay", config.logLevel),
): Promise<RunningRelay> {
  await using stack = new AsyncDisposableStack();
  const options = config.outputs.map((one) => ({
    name: one.name,
    to: one.to.href,
    from: one.from === undefined ? null : new Set(one.from),
    getsKeys: one.to.protocol.startsWith("http"),
    limits: limitsOf(config, one),
    open: () => openOutput(one, log),
  }));
  const { directory } = config;
  const { buffer, outputs } = stack.use(await openBufferedOutputs(directory, options, fail, log));
  const inputs = config.listen.map(({ name }) => createInput(name, buffer));
  const status = createStatus({ inputs, outputs, buffer, config });
  const page = stack.use(await servePage(config.page, status, pageOf));
  const ports = await listen(config, inputs, { stack, log });
  log.info({ ports, page: page.port, outputs: outputs.map(({ to }) => to) }, "started");
  const opened = stack.move();
  return { ports, pagePort: page.port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function listen(
  config: RelayConfig,
  inputs: readonly Input[],
  { stack, log }: { readonly stack: AsyncDisposableStack; readonly log: Logger },
): Promise<number[]> {
  const shared = { slices: createSlices(), connections: createAddressSemaphore(connections) };
  const ports: number[] = [];
  for (const [index, one] of config.listen.entries()) {
    const lines = inputs[index]?.target;
    if (lines === undefined) continue;
    const address = { ...one, host: one.host ?? config.host };
    ports.push(stack.use(await openInput(address, { ...shared, lines }, log)).port);
  }
  return ports;
}
