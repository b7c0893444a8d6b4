/** One invented transmission, in the objects of the decoders that can receive it. */

export interface SampleTransmission {
  readonly label: string;
  readonly isDownlink: boolean;
  /** The text as on air, with sublabel and MFI. */
  readonly text: string;
  /** Sublabel and MFI, and the text without them, as libacars cuts it. */
  readonly sublabel?: string;
  readonly mfi?: string;
  readonly body: string;
}

/**
 * Returns the object of each decoder for a transmission. acarsdec cuts off the sublabel only if it is
 * built with libacars, and a relay may then lose the members that contain it.
 */
export function receptionsOf(transmission: SampleTransmission): Record<string, object> {
  const { label, isDownlink, text, body } = transmission;
  const { sublabel, mfi } = transmission;
  const head = isDownlink ? "M52AZZ0123" : "";
  const codes = { mode: 0x32, tak: 0x15, bi: (isDownlink ? "7" : "W").charCodeAt(0) };
  const plain = {
    timestamp: 1735689600.25,
    freq: 131.55,
    mode: "2",
    label,
    block_id: isDownlink ? "7" : "W",
    tail: "XX-ABC",
    ...(isDownlink && { flight: "ZZ0123", msgno: "M52A" }),
  };
  const block = {
    err: false,
    reg: ".XX-ABC",
    mode: "2",
    label,
    blk_id: plain.block_id,
    ack: "!",
    ...(isDownlink && { flight: "ZZ0123", msg_num: "M52", msg_num_seq: "A" }),
    ...(sublabel !== undefined && { sublabel }),
    ...(mfi !== undefined && { mfi }),
    msg_text: body,
  };
  const aircraft = { addr: "ABC123", type: "Aircraft", status: "Airborne" };
  const ground = { addr: "10F1AA", type: "Ground station", status: "On ground" };
  const earthStation = { addr: "ABC123", type: "Aircraft Earth Station" };
  const groundEarthStation = { addr: "44", type: "Ground Earth Station" };
  return {
    acarsdec: { ...plain, ack: false, channel: 0, text },
    "acarsdec with libacars": { ...plain, ack: false, text: body, sublabel, mfi },
    "acarsdec with libacars, relayed": { ...plain, ack: false, text: body },
    vdlm2dec: {
      ...plain,
      ack: "!",
      hex: "ABC123",
      ...(isDownlink ? { toaddr: 0x10f1aa } : { fromaddr: 0x10f1aa }),
      text,
    },
    dumpvdl2: {
      vdl2: {
        t: { sec: 1735689600, usec: 250_000 },
        freq: 136_975_000,
        avlc: {
          src: isDownlink ? aircraft : ground,
          dst: isDownlink ? ground : aircraft,
          acars: block,
        },
      },
    },
    jaero: {
      t: { sec: 1735689600, usec: 250_000 },
      isu: {
        src: isDownlink ? earthStation : groundEarthStation,
        dst: isDownlink ? groundEarthStation : earthStation,
        acars: {
          mode: "2",
          ack: "!",
          blk_id: plain.block_id,
          label,
          reg: "XX-ABC",
          msg_text: head + text.replaceAll("\r\n", "\n\t"),
        },
      },
    },
    satdump: {
      ...codes,
      label,
      message: head + text,
      msg_name: "ACARS",
      plane_reg: ".XX-ABC",
      signal_unit: { aes_id: 0xabc123, ges_id: 0x44 },
      timestamp: 1735689600,
    },
  };
}
