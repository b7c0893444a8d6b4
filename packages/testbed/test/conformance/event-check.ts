import {
  asyncApiDocument,
  sentMessageKey,
  serverEventPayloads,
  type ServerEvents,
} from "@jetwire/protocol";
import { expect } from "vitest";
import { checkDocument } from "../../src/index.ts";
import { readGoldenPayloads } from "./golden-payloads.ts";
import { differences } from "./shape.ts";

export type EventName = keyof ServerEvents;

/** Compares everything that the clients of a test file receive with the golden payloads. */
export interface EventCheck {
  check(event: string, args: readonly unknown[]): void;
  /** Names of all events so far. */
  readonly events: ReadonlySet<string>;
  /** Returns the violations of the contract since the last call, each with its row. */
  drainViolations(): string[];
}

const goldens = new Map(readGoldenPayloads().map((golden) => [golden.event, golden]));
const schemas = new Map(Object.entries(serverEventPayloads));
const described = checkDocument(asyncApiDocument({ version: "0" }));
const violationsMax = 20;

export function createEventCheck(): EventCheck {
  const events = new Set<string>();
  let violations: string[] = [];
  return {
    events,
    check(event, args) {
      events.add(event);
      if (violations.length < violationsMax) violations.push(...violationsOf(event, args));
    },
    drainViolations() {
      const taken = violations;
      violations = [];
      return taken;
    },
  };
}

/** Runs after each test of a family. */
export function expectNoViolations(eventCheck: EventCheck): void {
  expect(eventCheck.drainViolations()).toEqual([]);
}

/** Runs at the end of a family: each of these events was compared with its golden payload. */
export function expectReceived(eventCheck: EventCheck, events: readonly EventName[]): void {
  expect([...eventCheck.events]).toEqual(expect.arrayContaining([...events]));
}

/** Returns how an event differs from the contract. */
export function violationsOf(event: string, args: readonly unknown[]): string[] {
  const golden = goldens.get(event);
  if (golden === undefined) return [`${event} is no event of the contract`];
  const { row, payload } = golden;
  if (args.length !== 1) return [`${event} came with ${args.length} arguments: breaks ${row}`];
  const built = differences(args[0], payload, golden);
  if (built.length > 0) return built.map((difference) => `${event}: ${difference}: breaks ${row}`);
  // A golden payload does not show which members may be null, or the format of texts.
  const error = schemas.get(event)?.safeParse(args[0]).error;
  return [
    ...(error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`),
    ...described.faultsOf(["components", "messages", sentMessageKey(event), "payload"], args[0]),
  ].map((mistake) => `${event}: ${mistake}: breaks ${row}`);
}
