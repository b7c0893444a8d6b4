import { MessageDecoder } from "@airframes/acars-decoder";
import type { DecodedText } from "@jetwire/protocol";

/** Longer texts are not decoded: no format is that long, and compressed parts grow. */
const textCharsMax = 4_096;
const itemsMax = 200;
const valueCharsMax = 2_000;

/** Creates a decoder of message texts. Creating one costs more than using it, so a process has one. */
export function createTextDecoder(): (
  label: string | null,
  text: string | null,
) => DecodedText | null {
  const decoder = new MessageDecoder();
  return (label, text) => {
    if (label === null || text === null || text.length > textCharsMax) return null;
    try {
      return toDecodedText(decoder.decode({ label, text }));
    } catch {
      // Texts may be damaged by radio, which not every format of the library expects.
      return null;
    }
  };
}

type Decoded = ReturnType<MessageDecoder["decode"]>;

/** Copies members by allow-list: formats leave others in the result. */
function toDecodedText({ decoded, decoder, formatted, raw }: Decoded): DecodedText | null {
  const { decodeLevel: level, name } = decoder;
  if (!decoded || level === "none") return null;
  const { latitude = null, longitude = null } = raw.position ?? {};
  const isPosition = isDegrees(latitude, 90) && isDegrees(longitude, 180);
  return {
    decoder: name,
    level,
    description: formatted.description,
    items: formatted.items.slice(0, itemsMax).map((item) => ({
      label: item.label,
      value: item.value.slice(0, valueCharsMax),
    })),
    latitude: isPosition ? latitude : null,
    longitude: isPosition ? longitude : null,
  };
}

function isDegrees(value: number | null, max: number): boolean {
  return typeof value === "number" && Math.abs(value) <= max;
}
