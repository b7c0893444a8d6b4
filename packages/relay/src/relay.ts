import {
  createAddressSemaphore,
  createLogger,
  createTaskGroup,
  type Logger,
} from "@jetwire/runtime";
import { createSlices } from "@jetwire/transport";
import { openLineBuffer } from "./buffer/line-buffer.ts";
import { limitsOf, type RelayConfig } from "./config/relay-config.ts";
import { createInput, type Input } from "./inputs/input.ts";
import { openInput } from "./inputs/open-input.ts";
import { openOutput } from "./outputs/open-output.ts";
import { createOutput } from "./outputs/output.ts";
import { createStatus } from "./status/status.ts";
import { servePage } from "./status/serve-page.ts";

/** How long outputs may send what waits, after the relay was stopped. */
const drainMsMax = 3_000;
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
  const limited = config.outputs.map((one) => ({ name: one.name, limits: limitsOf(config, one) }));
  const buffer = stack.use(await openLineBuffer(config.directory, limited, log));
  const sending = new AbortController();
  const outputTasks = createTaskGroup(fail);
  const outputs = [];
  for (const one of config.outputs) {
    const sender = stack.use(await openOutput(one, log));
    const parts = {
      name: one.name,
      to: one.to.href,
      from: one.from === undefined ? null : new Set(one.from),
      getsKeys: one.to.protocol.startsWith("http"),
      cursor: buffer.cursorOf(one.name),
      sender,
      saveNumbers: () => buffer.saveNumbers(),
    };
    outputs.push(createOutput(parts, log));
  }
  stack.use(outputTasks);
  stack.defer(() => void setTimeout(() => sending.abort(), drainMsMax).unref());
  for (const output of outputs) outputTasks.run((signal) => output.run(signal, sending.signal));
  const bufferTasks = stack.use(createTaskGroup(fail));
  bufferTasks.run((signal) => buffer.run(signal));
  const inputs = config.listen.map(({ name }) => createInput(name, buffer));
  const status = createStatus({ inputs, outputs, buffer, config });
  const page = stack.use(await servePage(config.page, status));
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
