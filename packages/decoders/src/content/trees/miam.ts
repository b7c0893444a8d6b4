/** MIAM: long messages, compressed and in parts, with an ACARS message inside (libacars' `miam`). */
import { type Fields, fieldsOf, finiteNumber, isFields } from "../../formats/fields.ts";
import { findingsOf, type Findings } from "../findings.ts";
import { clip, contentOf, type TreeItem, itemOf, treeName, treeText } from "./words.ts";

/** The frames of MIAM over ACARS. */
const frameWords = new Map([
  ["single_transfer", "MIAM message"],
  ["file_transfer_request", "MIAM file transfer request"],
  ["file_transfer_accept", "MIAM file transfer accepted"],
  ["file_segment", "MIAM file segment"],
  ["file_transfer_abort", "MIAM file transfer aborted"],
  ["file_xoff_ind", "MIAM file transfer paused"],
  ["file_xon_ind", "MIAM file transfer resumed"],
]);

/** The reasons of an abort, by libacars' `abort_reasons`. */
const abortReasons = [
  "refused by receiver",
  "segment out of context",
  "stopped by sender",
  "stopped by receiver",
  "segment not sent",
] as const;

/** The results of a transfer, by libacars' `v1_ack_xfer_result_names`. */
const transferResults = [
  "received",
  "not received",
  "expired",
  "aborted by peer",
  "aborted",
] as const;

interface Part {
  readonly words: string | null;
  readonly items: readonly TreeItem[];
}

export function readMiam(miam: Fields): Findings | null {
  const frame = [...frameWords].find(([name]) => isFields(miam[name]));
  if (frame === undefined) return null;
  const [name, words] = frame;
  const fields = fieldsOf(miam[name]);
  const transfer = transferPart(fields);
  const core = corePart(fieldsOf(fields.miam_core ?? miam.miam_core));
  const isBroken = (finiteNumber(fieldsOf(fields.miam_core).err) ?? 0) !== 0;
  const isWhole = core.words !== null && name === "single_transfer";
  return findingsOf(
    contentOf({
      decoder: "libacars",
      level: !isBroken && (core.words !== null || name !== "single_transfer") ? "full" : "partial",
      application: "miam",
      description: isWhole
        ? core.words
        : [[words, transfer.words].filter((part) => part !== null).join(" "), core.words]
            .filter((part) => part !== null)
            .join(": "),
      items: [...transfer.items, ...core.items],
    }),
  );
}

function transferPart(fields: Fields): Part {
  const file = finiteNumber(fields.file_id);
  const size = finiteNumber(fields.file_size);
  const segment = finiteNumber(fields.segment_id);
  const reason = finiteNumber(fields.reason);
  const words = [
    fields.all_files === true ? "(all files)" : null,
    file === null ? null : `(file ${file}${segment === null ? "" : `, segment ${segment}`})`,
    reason === null ? null : (abortReasons[reason] ?? `reason ${reason}`),
  ].filter((part) => part !== null);
  return {
    words: words.length === 0 ? null : words.join(" "),
    items: [
      ...itemOf("File", file),
      ...itemOf("Segment", segment),
      ...itemOf("Size", size, "bytes"),
      ...itemOf("Reason", reason === null ? null : (abortReasons[reason] ?? String(reason))),
    ],
  };
}

function corePart(core: Fields): Part {
  if (isFields(core.data)) return messagePart(core.data);
  if (isFields(core.ack)) {
    const number = finiteNumber(core.ack.msg_ack_num);
    const code = finiteNumber(core.ack.ack_xfer_result);
    const result = code === null ? null : (transferResults[code] ?? `result ${code}`);
    return {
      words: `MIAM acknowledgment: message ${number ?? "unknown"} ${result ?? "received"}`,
      items: [
        ...itemOf("Acknowledged message", number),
        ...itemOf("Result", result),
        ...aircraftItem(core.ack),
      ],
    };
  }
  if (isFields(core.aloha))
    return { words: "MIAM network request", items: aircraftItem(core.aloha) };
  if (isFields(core.aloha_reply)) {
    return { words: "MIAM network reply", items: aircraftItem(core.aloha_reply) };
  }
  return { words: null, items: [] };
}

/** Reads a message, of ACARS or another application. Its text is the inner one, decompressed. */
function messagePart(data: Fields): Part {
  const inner = fieldsOf(data.acars ?? data.non_acars ?? data.unknown_payload_type);
  const message = fieldsOf(inner.message ?? data.message);
  const text = typeof message.text === "string" ? clip(message.text, 900) : null;
  const label = treeText(inner.label);
  const sublabel = treeText(inner.sublabel);
  const name = label === null ? null : `label ${label}${sublabel === null ? "" : `/${sublabel}`}`;
  const number = finiteNumber(data.msg_num);
  const start = `MIAM message ${number ?? ""}`.trim();
  return {
    words: [name === null ? start : `${start}, ${name}`, treeText(text)]
      .filter((part) => part !== null)
      .join(": "),
    items: [
      ...itemOf("Message number", number),
      ...itemOf("Label", label),
      ...itemOf("Sublabel", sublabel),
      ...itemOf("MFI", treeText(inner.mfi)),
      ...itemOf("Application", treeName(inner.app_id)),
      ...itemOf("Text", text),
      ...aircraftItem(data),
    ],
  };
}

function aircraftItem(fields: Fields): TreeItem[] {
  return itemOf("Registration", treeText(fields.aircraft_id)?.replace(/^\.+/, "") || null);
}
