/** Synthetic objects of decoders of VHF and VDL; see `decoder-objects.ts`. */

export const acarsdecDownlink = {
  timestamp: 1735689600.25,
  station_id: "XX-TEST-ACARS",
  channel: 2,
  freq: 131.55,
  level: -12.4,
  noise: -41.2,
  error: 1,
  mode: "2",
  label: "H1",
  block_id: "7",
  ack: false,
  tail: ".XX-ABC",
  flight: "ZZ0123",
  msgno: "M52A",
  text: "ENGINE OK\r\nFUEL 12.3",
  end: true,
  assstat: "skipped",
  app: { name: "acarsdec", ver: "3.7" },
};

export const acarsdecUplink = {
  timestamp: 1735689601,
  station_id: "XX-TEST-ACARS",
  channel: 0,
  freq: 136.85,
  level: 1.5,
  error: 0,
  mode: "2",
  label: "_\u007f",
  block_id: "W",
  ack: "7",
  tail: "XXABC",
  app: { name: "acarsdec", ver: "v4.4.1", proxied: true, proxied_by: "acars_router" },
};

export const acarsdecSquitter = {
  timestamp: 1735689602,
  freq: 131.55,
  channel: 0,
  level: -20,
  error: 0,
  mode: "2",
  label: "SQ",
  text: "02XAZZZXXXX",
};

export const vdlm2decDownlink = {
  timestamp: 1735689603.5,
  station_id: "XX-TEST-VDL2",
  freq: 136.975,
  hex: "ABC123",
  icao: 0xabc123,
  toaddr: 0x10f1aa,
  is_onground: 2,
  app: { name: "vdlm2dec", ver: "2.3" },
  mode: "2",
  label: "5Z",
  block_id: "4",
  ack: "!",
  tail: "XX-DEF",
  flight: "ZZ0456",
  msgno: "D08A",
  text: "#DFB TEST",
  dsta: "XXAA",
};

export const vdlm2decXid = {
  timestamp: 1735689604.5,
  freq: 136.975,
  hex: "ABC123",
  icao: 0xabc123,
  toaddr: 0x10f1aa,
  dsta: "EDDX",
  lat: 50.1,
  lon: -8.4,
  epu: 1,
  alt: 37000,
};

export const dumpvdl2Acars = {
  vdl2: {
    app: { name: "dumpvdl2", ver: "2.5.1-dirty" },
    station: "XX-TEST-VDL2",
    t: { sec: 1735689605, usec: 1234 },
    freq: 136975000,
    octets_corrected_by_fec: 3,
    idx: 0,
    sig_level: -16.6,
    noise_level: -39.8,
    avlc: {
      src: { addr: "abc456", type: "Aircraft", status: "Airborne" },
      dst: { addr: "10F1AA", type: "Ground station" },
      frame_type: "I",
      acars: {
        err: false,
        crc_ok: true,
        more: false,
        reg: ".XX-GHI",
        mode: "2",
        label: "B6",
        blk_id: "3",
        ack: "!",
        flight: "ZZ0789",
        msg_num: "L71",
        msg_num_seq: "A",
        msg_text: "/XXXXXXX.ADS.XX-GHI00",
        arinc622: {
          msg_type: "adsc_msg",
          crc_ok: true,
          adsc: {
            err: false,
            tags: [
              { ack: { contract_num: 1 } },
              { basic_report: { lat: 51.5, lon: 7.25, alt: 36996, ts_sec: 1837.875 } },
            ],
          },
        },
      },
    },
  },
};

export const dumpvdl2Xid = {
  vdl2: {
    app: { name: "dumpvdl2", ver: "2.2.0" },
    t: { sec: 1735689606, usec: 5 },
    freq: 136725001,
    sig_level: -20,
    avlc: {
      src: { addr: "ABC789", type: "Aircraft", status: "Airborne" },
      dst: { addr: "10F1AA", type: "Ground station" },
      cmd: "XID",
      xid: {
        err: false,
        type: "XID_CMD_HO",
        vdl_params: [
          { name: "param_set_id", value: "V" },
          { name: "dst_airport", value: "EDDX" },
          { name: "ac_location", value: { loc: { lat: 35.1, lon: -106.2 }, alt: 37000 } },
        ],
      },
    },
  },
};
