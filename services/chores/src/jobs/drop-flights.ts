import { jobName } from "@jetwire/protocol";
import { daysBefore, dropPastJob, type TakeAwayBefore } from "../drop-past.ts";
import type { Job } from "../job.ts";

export interface DropFlightsSteps {
  readonly flights: TakeAwayBefore;
  readonly airframes: TakeAwayBefore;
}

/** Days of messages are dropped whole, and a feeder's clock may be off. */
const laterDays = 2;

/** Drops flights and bare airframes of which no message is left. */
export function dropFlightsJob(
  { flights, airframes }: DropFlightsSteps,
  keepMessagesDays: number,
  now: () => number,
): Job {
  return dropPastJob(
    jobName.dropFlights,
    (at) => {
      const cutoff = daysBefore(at, keepMessagesDays + laterDays);
      return {
        flights: (rowsMax) => flights(cutoff, rowsMax),
        airframes: (rowsMax) => airframes(cutoff, rowsMax),
      };
    },
    now,
  );
}
