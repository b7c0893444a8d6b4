import { type DescMessage, fromJson, type Message, toJson } from "@bufbuild/protobuf";
import type { ParsedObject } from "@jetwire/transport";
import { z } from "zod";

/** The version of the protocol that is understood. */
const version = 2;
/** A sequence number, as text: it may have 64 bits. */
const Sequence = z
  .string()
  .regex(/^\d{1,20}$/)
  .default("0");

const Hello = z.looseObject({
  protocol_version: z.literal(version, {
    error: ({ input }) => `is ${Number(input ?? 0)}, and this service understands ${version}`,
  }),
  station_id: z.string().max(100, "is longer than 100 characters").default(""),
  station_ident: z.string().max(100, "is longer than 100 characters").default(""),
  app: z
    .looseObject({
      name: z.string().max(64, "is longer than 64 characters").optional(),
      version: z.string().max(64, "is longer than 64 characters").optional(),
    })
    .optional(),
  auth_token: z.string().max(256, "is longer than 256 characters").default(""),
});
export type Hello = z.infer<typeof Hello>;

/** The parts of an envelope that a feeder sends, in canonical JSON; other kinds are skipped. */
const Envelope = z.looseObject({
  hello: Hello.optional(),
  batch: z
    .looseObject({
      seq: Sequence,
      messages: z.array(z.record(z.string(), z.unknown())).default([]),
    })
    .optional(),
});
export type Envelope = z.infer<typeof Envelope>;

/** Reads an envelope. @returns what is wrong with it, if anything is */
export function readEnvelope(
  schema: DescMessage,
  message: Message,
): { readonly envelope: Envelope } | { readonly fault: string } {
  const json = toJson(schema, message, { useProtoFieldName: true });
  const read = Envelope.safeParse(json);
  if (read.success) return { envelope: read.data };
  const [issue] = read.error.issues;
  return { fault: `${issue?.path.join(".")} ${issue?.message}` };
}

/** Writes the acknowledgement of all batches up to a number. */
export function ackOf(schema: DescMessage, seq: bigint): Message {
  return fromJson(schema, { ack: { seq: String(seq) } });
}

/** Returns a message as the object that decoders of other programs send: who received it with what, and the message itself. */
export function objectOf(hello: Hello, message: Readonly<Record<string, unknown>>): ParsedObject {
  const { sdr: _sdr, ...kept } = message;
  const value = {
    asf2: {
      app: hello.app,
      station_id: hello.station_id,
      station_ident: hello.station_ident,
      message: kept,
    },
  };
  return { value, raw: JSON.stringify(value) };
}
