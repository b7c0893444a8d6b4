import { type EnrichedMessage, messageIdFloor } from "@jetwire/protocol";
import { someMessage } from "../messages.ts";

const types = ["acars", "vdl", "hfdl", "aero-acars", "iridium-acars"];
const degreesPerMove = 0.05;

/** Returns aircraft all over the world, each with a new position whenever it is asked for. */
export function createTraffic(count: number) {
  const aircraft = Array.from({ length: count }, (_, index) => ({
    index,
    latitude: ((index * 37) % 120) - 50,
    longitude: ((index * 101) % 360) - 180,
    track: (index * 47) % 360,
    type: types[index % types.length] ?? "vdl",
  }));
  let next = 0;
  return {
    /** Returns a message with the next position of the next aircraft. */
    message(): EnrichedMessage {
      const one = aircraft[next % count];
      next += 1;
      if (!one) throw new Error("There is no aircraft");
      one.latitude += degreesPerMove * Math.cos((one.track * Math.PI) / 180);
      one.longitude += degreesPerMove * Math.sin((one.track * Math.PI) / 180);
      return positionMessage(one);
    },
    /** Returns all of them, as `GET /v1/positions` does. */
    positions() {
      const atMs = Date.now() - 60_000;
      return aircraft.map(({ index, latitude, longitude, track, type }) => ({
        airframeId: airframeIdOf(index),
        icao: icaoOf(index),
        tail: `N${index}JW`,
        type: "B738",
        flightId: null,
        flight: `JWT${index}`,
        latitude,
        longitude,
        altitude: 35_000,
        track,
        speed: 450,
        timestamp: new Date(atMs).toISOString(),
        sourceType: type,
        positionSource: "structured",
        messageId: messageIdFloor(atMs),
      }));
    },
  };
}

function positionMessage(one: {
  readonly index: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly track: number;
  readonly type: string;
}): EnrichedMessage {
  const { index, latitude, longitude, track, type } = one;
  const description = `Position: ${latitude.toFixed(2)}, ${longitude.toFixed(2)}, FL350`;
  return someMessage({
    airframeId: airframeIdOf(index),
    airframe: {
      id: airframeIdOf(index),
      icao: icaoOf(index),
      tail: `N${index}JW`,
      type: "B738",
      manufacturer: null,
      model: null,
      owner: null,
      military: null,
    },
    tail: `N${index}JW`,
    flightNumber: `JWT${index}`,
    sourceType: type,
    latitude,
    longitude,
    altitude: 35_000,
    positionSource: "structured",
    decoded: {
      by: "decoder",
      decoder: "libacars",
      level: "full",
      application: "adsc",
      description,
      items: [
        { label: "Track", value: track, unit: "\u00b0 true" },
        { label: "Ground speed", value: 450, unit: "kt" },
      ],
    },
  });
}

function airframeIdOf(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`;
}

function icaoOf(index: number): string {
  return (0xa00000 + index).toString(16).toUpperCase();
}
