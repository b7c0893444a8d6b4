/** ARINC 622: air traffic services over ACARS, as libacars decodes them. FANS-1/A CPDLC and ADS-C. */
import { decodedLabels } from "@jetwire/protocol";
import { type Fields, fieldsOf } from "../../formats/fields.ts";
import { findingsOf, type Findings } from "../findings.ts";
import { readAdsc } from "./adsc.ts";
import { readCpdlc } from "./cpdlc.ts";
import { contentOf, type TreeItem, itemOf, spaced, treeText } from "./words.ts";

/** The messages that open and close a connection; they may contain an element. */
const connectionWords = new Map([
  ["fans1a_cpdlc_connect_request", "CPDLC connection request"],
  ["fans1a_cpdlc_connect_confirm", "CPDLC connection confirmed"],
  ["fans1a_cpdlc_disconnect_request", "CPDLC disconnection request"],
]);

/** More blocks within each other than any program wraps: inmarsat-sniffer wraps one into the first. */
const wrappersMax = 4;

/** @param timeMs the time of the message, Unix ms */
export function readArinc622(arinc622: Fields, timeMs: number): Findings | null {
  let message = arinc622;
  for (let depth = 0; depth < wrappersMax && message.acars !== undefined; depth++) {
    message = fieldsOf(fieldsOf(message.acars).arinc622);
  }
  const type = treeText(message.msg_type);
  const items = [
    ...itemOf(decodedLabels.groundStation, treeText(message.gs_addr)),
    ...itemOf(decodedLabels.registration, treeText(message.air_addr)?.replace(/^\.+/, "") || null),
  ];
  const isSound = message.crc_ok !== false;
  const found = isAdsc(message, type)
    ? readAdsc(fieldsOf(message.adsc), { timeMs, isDisconnect: type === "adsc_disconnect_request" })
    : fromCpdlc(message, type);
  if (found === null) return null;
  const decoded = contentOf({
    ...found.decoded,
    level: isSound ? found.decoded.level : "partial",
    items: [...found.decoded.items, ...items, ...itemOf("Checksum", isSound ? null : "wrong")],
  });
  // A message whose checksum is wrong may be decoded to something that nobody sent.
  return isSound ? { ...found, decoded } : findingsOf(decoded);
}

function isAdsc(message: Fields, type: string | null): boolean {
  return type?.startsWith("adsc") ?? message.adsc !== undefined;
}

function fromCpdlc(message: Fields, type: string | null): Findings | null {
  if (type === null && message.cpdlc === undefined) return null;
  const tree = fieldsOf(message.cpdlc);
  const content = readCpdlc(tree);
  const connection = connectionWords.get(type ?? "") ?? null;
  const other = type?.startsWith("fans1a_cpdlc") === false ? spaced(type) : "CPDLC message";
  const description = [connection, content?.description].filter((part) => part).join(": ");
  const isFull = content?.isFull ?? (connection !== null && tree.err !== true);
  return findingsOf(
    contentOf({
      decoder: "libacars",
      level: isFull ? "full" : "partial",
      application: "cpdlc",
      description: description || other,
      items: connectionItems(connection).concat(content?.items ?? []),
    }),
    content?.reported,
  );
}

function connectionItems(connection: string | null): TreeItem[] {
  return itemOf("Connection", connection);
}
