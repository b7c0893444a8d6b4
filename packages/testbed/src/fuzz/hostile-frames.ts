import { clientEvent } from "@jetwire/protocol";
import type { SeededRandom } from "@jetwire/simulator";
import { clientFrame } from "./client-frame.ts";

const events = Object.values(clientEvent);
const fieldNames = words(`
  recipientId userId body isTyping clientId id filter recent stats flight label sourceType
  __proto__ constructor prototype toString then`);
const strings = [
  ...words(String.raw`"" "a" "00000000-0000-4000-8000-000000000000" "\u0000" "\ud800" "%00"
    "\r\n\u001b[31m" "__proto__" "'or\u00201=1--" "UA123"`),
  `"${"x".repeat(3_000)}"`,
];
const scalars = words(`null true false 0 -1 1 1.5 1e400 -1e400 1e-400 9007199254740992 2147483648
  4294967296 12345678901234567890123456789`);

/** One of what clients send and should not: JSON of any shape, valid as such. */
export function hostileJson(random: SeededRandom, depth = 0): string {
  const kind = random.fraction();
  if (depth > 4 || kind < 0.3) return random.pick(scalars);
  if (kind < 0.55) return random.pick(strings);
  if (kind < 0.6) return nested(Math.floor(random.fraction() * 3_000));
  const members = Array.from({ length: Math.floor(random.fraction() * 5) }, () =>
    hostileJson(random, depth + 1),
  );
  if (kind < 0.7) return `[${members.join(",")}]`;
  return `{${members.map((member) => `"${random.pick(fieldNames)}":${member}`).join(",")}}`;
}

export function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

/** An event that can be read, with arguments that mostly can't. */
export function hostileEvent(random: SeededRandom): Buffer {
  const name = random.fraction() < 0.97 ? `"${random.pick(events)}"` : random.pick(strings);
  const argument = hostileJson(random);
  const more = random.fraction() < 0.2 ? `,${hostileJson(random)}` : "";
  const ackId = random.fraction() < 0.4 ? String(Math.floor(random.fraction() * 1e6)) : "";
  return clientFrame(`42${ackId}[${name},${argument}${more}]`.slice(0, 16_000));
}

const malformed = [
  ...words(`42 42[ 42[] 42{} 42["a" 42[null] 42[{"a":1}] 42[1,2] 42["connect"] 42["disconnect"]
    42["disconnecting"] 42["newListener"] 42["error",1] 42null 41 41/x, 43 43[]
    4399999999999999999999[] 431["x"] 44 44{"message":1} 45 451-["a",{"_placeholder":true,"num":0}]
    455-["a",{"_placeholder":true,"num":9}] 4511-["a"] 45-1-["a"] 45999999999999-["a"] 46 460-["a"]
    47 4 4x 40{} 40/admin,{"token":"x"} 42/admin,["a"] 42/x?y=z,["a"] 40/__proto__, 42/,[]`),
  "4\u0000",
];
const enginePackets = [...words("0 0{} 1 2 2probe 3 3probe 5 6 7 9 b bAAAA"), ""];

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** A packet that no client of Socket.IO would send. */
export function malformedPacket(random: SeededRandom): Buffer {
  if (random.fraction() < 0.4) return clientFrame(random.pick(enginePackets));
  if (random.fraction() < 0.7) return clientFrame(random.pick(malformed));
  return clientFrame(
    Array.from({ length: 1 + random.fraction() * 200 }, () => byteText(random)).join(""),
  );
}

/** WebSocket frames as they may not be, and bytes that are none. */
export function brokenFrame(random: SeededRandom): Buffer {
  const bytes = Buffer.from(
    Array.from({ length: Math.floor(random.fraction() * 125) }, () => random.fraction() * 256),
  );
  const kind = random.fraction();
  // Any opcode and reserved bits; a continuation of nothing; not masked; no frame at all.
  if (kind < 0.5) return clientFrame(bytes, Math.floor(random.fraction() * 256));
  if (kind < 0.7) return clientFrame(bytes, 0x00);
  if (kind < 0.8) return Buffer.concat([Buffer.from([0x81, bytes.length]), bytes]);
  if (kind < 0.9) return Buffer.from([0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  return bytes;
}

function byteText(random: SeededRandom): string {
  return String.fromCharCode(Math.floor(random.fraction() * 128));
}
