/**
 * The JSON Schema of the flat object that acarsdec 4 writes, which a new decoder had best write, too. Every value may be
 * something else or missing, except the two that are required: what cannot be read is stored as unknown. Members that are
 * not named here are kept as they are.
 */
export const feederObjectSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "One ACARS block, as a decoder sends it",
  description:
    "An object of one reception, in the form of acarsdec 4. Every port of ingest takes it, one object in a datagram or on a line, and POST /v1/ingest also takes lists.",
  type: "object",
  required: ["timestamp", "label"],
  additionalProperties: true,
  properties: {
    timestamp: number("When the block was received: seconds since 1970, with fractions."),
    station_id: {
      ...text("The ident of the station; with a station key, `IDENT?key=jws_…`."),
      maxLength: 200,
    },
    freq: number("The frequency, MHz."),
    channel: { type: "integer", description: "The number of the channel within the receiver." },
    level: number("The level of the signal, dBFS."),
    noise: number("The level of the noise, dBFS."),
    error: { type: "integer", minimum: 0, description: "The number of corrected errors." },
    mode: text("The mode character."),
    label: text(
      "The label of two characters, for example `H1`. `_d` is the empty acknowledgement.",
    ),
    sublabel: text("The sublabel, if the decoder takes it out of the text."),
    mfi: text("The MFI, if the decoder takes it out of the text."),
    block_id: text("The block id: a digit of an aircraft, a letter of the ground."),
    msgno: text("The message number, for example `M01A`."),
    ack: {
      type: ["string", "boolean", "null"],
      description: "The id of the acknowledged block; `false`, null or `!` for none.",
    },
    tail: text("The registration; dots that pad it are removed."),
    flight: text("The flight id as sent, for example `UA0123`."),
    text: text('The text, unchanged. `""` is an empty one.'),
    end: { type: "boolean", description: "Whether this is the last block of its message." },
    assstat: text(
      "The state of the reassembly in the words of libacars, for example `in progress`.",
    ),
    depa: text("The departure airport, ICAO code."),
    dsta: text("The destination airport, ICAO code."),
    gtout: text("Gate out, `HHMM` UTC."),
    wloff: text("Wheels off, `HHMM` UTC."),
    wlin: text("Wheels on, `HHMM` UTC."),
    gtin: text("Gate in, `HHMM` UTC."),
    eta: text("The estimated arrival, `HHMM` UTC."),
    libacars: {
      type: "object",
      description: "What libacars has decoded. Without it the service decodes the text itself.",
    },
    app: {
      type: "object",
      description: "The program, which is shown to the station's owner.",
      properties: { name: text("Its name."), ver: text("Its version.") },
    },
  },
} as const;

function text(description: string) {
  return { type: ["string", "null"], description } as const;
}

function number(description: string) {
  return { type: "number", description } as const;
}
