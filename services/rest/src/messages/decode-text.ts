import { MessageDecoder } from "@airframes/acars-decoder";
import type { DecodedText } from "@jetwire/protocol";

/** Longer texts aren't decoded: no format is as long, and what is compressed in one grows. */
const textCharsMax = 4_096;
const itemsMax = 200;
const valueCharsMax = 2_000;

/** Reads what texts say. One for the process: making it costs more than using it. */
export function createDecodeText(): (
  label: string | null,
  text: string | null,
) => DecodedText | null {
  const decoder = new MessageDecoder();
  return (label, text) => {
    if (label === null || text === null || text.length > textCharsMax) return null;
    try {
      return toDecodedText(decoder.decode({ label, text }));
    } catch {
      // Texts come from the air, broken ones among them, and not every format expects them.
      return null;
    }
  };
}

type Decoded = ReturnType<MessageDecoder["decode"]>;

/** By allow-list: what else a format leaves behind is its own affair. */
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
