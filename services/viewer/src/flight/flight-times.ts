import type { Message } from "@jetwire/protocol";

const names = ["out", "off", "on", "in", "eta"] as const;

/** A time that messages of a flight report. */
export interface FlightTime {
  readonly name: (typeof names)[number];
  readonly iso: string;
}

/** Returns the times of a flight, in their order: of each the newest report. Messages are newest first. */
export function flightTimes(messages: readonly Pick<Message, "times">[]): FlightTime[] {
  return names.flatMap((name) => {
    const iso = messages.find(({ times }) => times?.[name])?.times?.[name];
    return iso ? [{ name, iso }] : [];
  });
}
