import type { Observation } from "./observation.ts";

/**
 * Returns the lines of BaseStation (SBS) that say what was observed, each with its line end. Field by field as readsb
 * writes them: MSG, type, 1, 1, address, 1, date and time of the message, date and time now, call sign, altitude,
 * ground speed, track, latitude, longitude, vertical rate, squawk, alert, emergency, SPI, on ground.
 */
export function sbsLines(observation: Observation, nowMs: number): string {
  const { callsign, position, altitude, speed, track, onGround } = observation;
  const lines: string[] = [];
  if (callsign !== null) lines.push(line(1, { callsign }));
  if (position !== null) {
    const { lat, lon } = position;
    const ground = onGround === true ? "-1" : "0";
    lines.push(
      line(3, { altitude: text(altitude), lat: lat.toFixed(6), lon: lon.toFixed(6), ground }),
    );
  }
  if (speed !== null || track !== null)
    lines.push(line(4, { speed: text(speed), track: text(track) }));
  return lines.join("");

  function line(type: number, fields: Readonly<Record<string, string>>): string {
    const {
      callsign: name = "",
      altitude: height = "",
      speed: knots = "",
      track: degrees = "",
    } = fields;
    const { lat = "", lon = "", ground = "" } = fields;
    const atMs = position?.atMs ?? observation.seenMs;
    const times = `${dateTime(type === 3 ? atMs : observation.seenMs)},${dateTime(nowMs)}`;
    const flags = type === 3 ? "0,0,0" : ",,";
    return `MSG,${type},1,1,${observation.hex},1,${times},${name},${height},${knots},${degrees},${lat},${lon},,,${flags},${ground}\r\n`;
  }
}

function text(value: number | null): string {
  return value === null ? "" : String(Math.round(value));
}

/** Returns `2026/01/31,23:59:59.123`, UTC. */
function dateTime(ms: number): string {
  const [date = "", time = ""] = new Date(ms).toISOString().slice(0, 23).split("T");
  return `${date.replaceAll("-", "/")},${time}`;
}
