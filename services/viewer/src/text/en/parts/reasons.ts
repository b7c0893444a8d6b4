/** Advice about objects that were refused, by the reason that ingest gives. */
export const reasonTexts: Readonly<Record<string, string>> = {
  "not-json": "Not JSON: set the decoder's output to JSON.",
  "text-format": "The decoder sends text: set its output to JSON.",
  "http-bytes": "HTTP was sent to a port for datagrams or lines: use the HTTP port.",
  "tls-bytes": "TLS was sent to a port that does not speak it: use the HTTP address, or no TLS.",
  truncated: "The end is missing: the datagram was cut. Use TCP, or a shorter output format.",
  "too-long": "One object is too long.",
  "too-deep": "The object is nested too deeply.",
  "too-many-objects": "Too many objects in one datagram, line or body.",
  "body-too-large": "The HTTP body is too large.",
  "not-an-object": "JSON, but not an object.",
  "unknown-format": "JSON of an unknown program: check which program sends here.",
  "decoder-error": "The decoder marked the block as broken: the signal is weak.",
  "bad-field": "A field has an invalid value.",
  unproven: "Sent without a valid station key, which the owner requires.",
  "station-rate": "More messages than one station may send.",
  "address-rate": "More messages than one address may send.",
  "look-alike":
    "The ident differs from that of another station only by case, spaces or look-alike characters: send another one.",
  "new-stations": "Too many new stations from this network: reuse one ident.",
  blocked: "The operator has blocked this address or ident.",
  "no-ident": "No station ident: set one in the decoder.",
};
