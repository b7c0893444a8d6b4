/**
 * Returns the line that acarsdec prints for a transmission received now. The message can be linked to
 * an airframe and a flight.
 *
 * @param over members to replace or add
 */
export function acarsdecLine(station: string, text: string, over: object = {}): string {
  return JSON.stringify({
    timestamp: Date.now() / 1_000,
    station_id: station,
    channel: 1,
    freq: 131.55,
    level: -20.5,
    error: 0,
    mode: "2",
    label: "5Z",
    block_id: "3",
    ack: false,
    tail: "N101AB",
    flight: "UA0099",
    msgno: "M01A",
    text,
    ...over,
  });
}
