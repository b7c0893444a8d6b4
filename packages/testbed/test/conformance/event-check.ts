import { asyncApiDocument, sentMessageKey, serverEventPayloads } from "@jetwire/protocol";
import { expect } from "vitest";
import { checkDocument } from "../../src/index.ts";
import type { EventName } from "./bare-client.ts";
import { readGoldenPayloads } from "./golden-payloads.ts";
import { differences } from "./shape.ts";

/** Everything that the clients of a test file were sent, held against the golden payloads. */
export interface EventCheck {
  note(event: string, args: readonly unknown[]): void;
  /** Names of all events so far. */
  readonly events: ReadonlySet<string>;
  /** What broke the contract, each with its row; every fault is told once. */
  takeViolations(): string[];
}

const goldens = new Map(readGoldenPayloads().map((golden) => [golden.event, golden]));
const schemas = new Map(Object.entries(serverEventPayloads));
const described = checkDocument(asyncApiDocument({ version: "0" }));
const violationsMax = 20;

export function createEventCheck(): EventCheck {
  const events = new Set<string>();
  let faults: string[] = [];
  return {
    events,
    note(event, args) {
      events.add(event);
      if (faults.length < violationsMax) faults.push(...faultsOf(event, args));
    },
    takeViolations() {
      const taken = faults;
      faults = [];
      return taken;
    },
  };
}

/** After each test of a family: what its clients were sent since the last one is as it should be. */
export function expectNoViolations(eventCheck: EventCheck): void {
  expect(eventCheck.takeViolations()).toEqual([]);
}

/** At the end of a family: it has held each of these to its golden payload. */
export function expectReceived(eventCheck: EventCheck, events: readonly EventName[]): void {
  expect([...eventCheck.events]).toEqual(expect.arrayContaining([...events]));
}

/** In what an event, as a handler got it, is not what the contract says. */
export function faultsOf(event: string, args: readonly unknown[]): string[] {
  const golden = goldens.get(event);
  if (golden === undefined) return [`${event} is no event of the contract`];
  const { row, payload } = golden;
  if (args.length !== 1) return [`${event} came with ${args.length} arguments: breaks ${row}`];
  const built = differences(args[0], payload, golden);
  if (built.length > 0) return built.map((difference) => `${event}: ${difference}: breaks ${row}`);
  // What may be null, and how texts are written, no golden payload can tell.
  const error = schemas.get(event)?.safeParse(args[0]).error;
  return [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`),
    ...described.faultsOf(["components", "messages", sentMessageKey(event), "payload"], args[0]),
  ].map((fault) => `${event}: ${fault}: breaks ${row}`);
}
