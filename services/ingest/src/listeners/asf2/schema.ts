import {
  create,
  createFileRegistry,
  type DescMessage,
  type DescMethodBiDiStreaming,
} from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";

const types = {
  bool: FieldDescriptorProto_Type.BOOL,
  bytes: FieldDescriptorProto_Type.BYTES,
  double: FieldDescriptorProto_Type.DOUBLE,
  float: FieldDescriptorProto_Type.FLOAT,
  int32: FieldDescriptorProto_Type.INT32,
  sint32: FieldDescriptorProto_Type.SINT32,
  string: FieldDescriptorProto_Type.STRING,
  uint32: FieldDescriptorProto_Type.UINT32,
  uint64: FieldDescriptorProto_Type.UINT64,
} as const;

const packageName = "asf.v2";

/**
 * The messages of asf-2.0 as `number name type`; after the type, `?` marks optional fields, `*` repeated ones and `|` those of
 * which at most one is set. The numbers, names and types are those of `proto/asf2.proto` of airframesio/xng at 55cd6124.
 * Fields that are not here are skipped, as the protocol wants it.
 */
const messages: Readonly<Record<string, string>> = {
  Envelope:
    "1 hello Hello|, 2 batch MessageBatch|, 3 stats StationStats|, 4 ack Ack|, 5 hint ServerHint|",
  Hello:
    "1 protocol_version uint32, 2 station_id string, 3 station_ident string, 4 app App, 5 auth_token string, 6 flags uint64",
  App: "1 name string, 2 version string",
  SdrInfo: "1 id string, 2 driver string, 3 serial string",
  ChannelInfo: "1 index uint32, 2 frequency_hz uint64, 3 sample_rate double",
  SignalQuality: "1 rssi_db float?, 2 snr_db float?, 3 noise_db float?, 4 freq_skew_hz float?",
  DecodeQuality: "1 crc_ok bool, 2 fec_corrected uint32?, 3 errors uint32?",
  AcarsBody:
    "1 mode string, 2 tail string?, 3 label string, 4 sublabel string?, 5 block_id string?, 6 ack string?, 7 flight string?, 8 msg_num string?, 9 text string, 10 more_to_come bool, 11 mfi string?, 12 app_json string?, 13 reassembled bool",
  AisBody: "1 nmea string*, 2 msg_type uint32?, 3 mmsi uint32?, 4 details_json string?",
  ModeSBody:
    "1 df uint32, 2 icao string?, 3 callsign string?, 4 altitude_ft int32?, 5 squawk string?, 6 lat double?, 7 lon double?, 8 speed_kt double?, 9 speed_type string?, 10 track_deg double?, 11 vertical_rate_fpm sint32?, 12 comm_b_json string?, 13 adsb_status_json string?",
  StdcBody: "1 name string, 2 text string?, 3 details_json string",
  KindBody: "1 kind string, 2 details_json string",
  DecodedMessage:
    "1 mode string, 2 timestamp_ns uint64, 3 frequency_hz uint64, 4 signal SignalQuality, 5 decode DecodeQuality, 6 raw bytes, 7 sdr SdrInfo, 8 channel ChannelInfo, 10 acars AcarsBody|, 11 ais AisBody|, 12 mode_s ModeSBody|, 13 undecoded bool|, 14 stdc StdcBody|, 15 hfdl KindBody|, 16 iridium KindBody|, 17 vdl2 KindBody|, 18 aero KindBody|, 19 generic KindBody|",
  MessageBatch: "1 seq uint64, 2 messages DecodedMessage*",
  ChannelStats:
    "1 channel ChannelInfo, 2 mode string, 3 frames_total uint64, 4 frames_crc_ok uint64, 5 noise_floor_db float?",
  StationStats: "1 uptime_seconds uint64, 2 messages_total uint64, 3 channels ChannelStats*",
  Ack: "1 seq uint64",
  ServerHint: "1 kind string, 2 payload bytes",
};

/** Returns the descriptors of the protocol: the envelope, and the one method that sends envelopes both ways. */
export function asf2Schema(): {
  readonly envelope: DescMessage;
  readonly stream: DescMethodBiDiStreaming;
} {
  const envelopeName = `.${packageName}.Envelope`;
  const file = create(FileDescriptorProtoSchema, {
    name: "asf2.proto",
    package: packageName,
    syntax: "proto3",
    messageType: Object.entries(messages).map(([name, fields]) => describe(name, fields)),
    service: [
      {
        name: "AirframesFeed",
        method: [
          {
            name: "Stream",
            inputType: envelopeName,
            outputType: envelopeName,
            clientStreaming: true,
            serverStreaming: true,
          },
        ],
      },
    ],
  });
  const registry = createFileRegistry(file, () => undefined);
  const envelope = registry.getMessage(`${packageName}.Envelope`);
  const stream = registry.getService(`${packageName}.AirframesFeed`)?.method["stream"];
  if (envelope === undefined || stream?.methodKind !== "bidi_streaming") {
    throw new Error("the schema of asf-2.0 is incomplete");
  }
  // Its kind was just compared, which does not narrow the type of the library.
  return { envelope, stream: stream as DescMethodBiDiStreaming };
}

function describe(name: string, fields: string): DescriptorProto {
  const described = fields.split(", ").map((field) => {
    const [, number = "", fieldName = "", type = "", mark = ""] =
      /^(\d+) (\w+) (\w+)(.?)$/.exec(field) ?? [];
    return { number: Number(number), name: fieldName, type, mark };
  });
  const optional = described.filter(({ mark }) => mark === "?").map((field) => field.name);
  const hasChoice = described.some(({ mark }) => mark === "|");
  const choices = hasChoice ? ["kind"] : [];
  return create(DescriptorProtoSchema, {
    name,
    // An optional field is one of a choice of its own; those choices follow the real one.
    oneofDecl: [...choices, ...optional.map((field) => `_${field}`)].map((choice) => ({
      name: choice,
    })),
    field: described.map(({ number, name: fieldName, type, mark }) => {
      const scalar = Object.hasOwn(types, type) ? types[type as keyof typeof types] : undefined;
      return create(FieldDescriptorProtoSchema, {
        name: fieldName,
        number,
        label:
          mark === "*" ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
        type: scalar ?? FieldDescriptorProto_Type.MESSAGE,
        ...(scalar === undefined && { typeName: `.${packageName}.${type}` }),
        ...(mark === "|" && { oneofIndex: 0 }),
        ...(mark === "?" && {
          proto3Optional: true,
          oneofIndex: choices.length + optional.indexOf(fieldName),
        }),
      });
    }),
  });
}
