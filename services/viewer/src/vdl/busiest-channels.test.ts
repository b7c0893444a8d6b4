import { expect, test } from "vitest";
import { channelLoads } from "./busiest-channels.ts";

const [first, second] = ["2026-01-01T12:00:00.000Z", "2026-01-01T13:00:00.000Z"] as const;

test("channels are added up over the hours, the busiest first", () => {
  const one = { messages: 4, aircraft: 3, snr: null };
  const loads = channelLoads([
    { ...one, hour: second, frequency: 136.65 },
    { ...one, hour: second, frequency: 136.975, messages: 9, aircraft: 2 },
    { ...one, hour: first, frequency: 136.975 },
  ]);
  expect(loads).toMatchObject([
    { frequency: 136.975, messages: 13, aircraftMax: 3, busiestHour: second },
    { frequency: 136.65, messages: 4, aircraftMax: 3, busiestHour: second },
  ]);
});
