import { MessageDecoder } from "@airframes/acars-decoder";
import { type Decoded, decodedCharsMax, decodedItemsMax } from "@jetwire/protocol";
import type { DecodedMessage } from "../../formats/decoded-message.ts";
import { readPosition } from "../../formats/position.ts";
import { findingsOf, type Findings } from "../findings.ts";

/** Longer texts are not decoded: no format is that long, and compressed parts grow. */
const textCharsMax = 4_096;

type LibraryResult = ReturnType<MessageDecoder["decode"]>;

/** Creates a reader of texts on `@airframes/acars-decoder`. Creating one costs more than using it. */
export function createTextReader(): (
  message: Pick<DecodedMessage, "label" | "text">,
) => Findings | null {
  const library = new MessageDecoder();
  return ({ label, text }) => {
    if (label === null || text === null || text.length > textCharsMax) return null;
    try {
      return toFindings(library.decode({ label, text }));
    } catch {
      // Texts may be damaged by radio, which not every format of the library expects.
      return null;
    }
  };
}

/** Copies members by allow-list: formats of the library leave others in the result. */
function toFindings({ decoded, decoder, formatted, raw }: LibraryResult): Findings | null {
  const { decodeLevel: level, name } = decoder;
  if (!decoded || level === "none") return null;
  const content: Decoded = {
    by: "text",
    decoder: name,
    level,
    application: null,
    description: shorten(formatted.description),
    items: formatted.items
      .slice(0, decodedItemsMax)
      .map(({ label, value }) => ({ label: shorten(label), value: shorten(value) })),
  };
  return findingsOf(
    content,
    readPosition(raw.position?.latitude, raw.position?.longitude, null) ?? {},
  );
}

function shorten(value: unknown): string {
  return String(value).slice(0, decodedCharsMax).replaceAll("\0", "\u2400").toWellFormed();
}
