/**
 * One synthetic object of each decoder, in the shape its program gives it. All stations, aircraft,
 * flights and texts are invented. Tests change a copy where they need something else.
 */

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

export const dumphfdlPerformance = {
  hfdl: {
    app: { name: "dumphfdl", ver: "1.7.0" },
    station: "XX-TEST-HFDL",
    t: { sec: 1735689607, usec: 300000 },
    freq: 11387000,
    sig_level: -18.5,
    slot: "S",
    lpdu: {
      err: false,
      src: { type: "Aircraft", id: 166, ac_info: { icao: "ABCDE1" } },
      dst: { type: "Ground station", id: 4 },
      type: { id: 13, name: "Unnumbered data" },
      hfnpdu: {
        err: false,
        type: { id: 209, name: "Performance data" },
        flight_id: "ZZZ819",
        pos: { lat: 33.9, lon: -118.7 },
        time: { hour: 23, min: 59, sec: 58 },
      },
    },
  },
};

export const dumphfdlLogon = {
  hfdl: {
    app: { name: "dumphfdl", ver: "1.2.1" },
    t: { sec: 1735689608, usec: 0 },
    freq: 6661000,
    sig_level: -90,
    lpdu: {
      err: false,
      src: { type: "Aircraft", id: 255 },
      dst: { type: "Ground station", id: 4 },
      type: { id: 79, name: "Logon resume" },
      ac_info: { icao: "ABCDE2" },
      hfnpdu: {
        err: false,
        type: { id: 213, name: "Frequency data" },
        flight_id: "ZZ0815",
        pos: { lat: 21.8, lon: -98.6 },
        utc_time: { hour: 0, min: 0, sec: 8 },
        freq_data: [],
      },
    },
  },
};

export const dumphfdlAcars = {
  hfdl: {
    app: { name: "dumphfdl", ver: "1.5.0" },
    station: "XX-TEST-HFDL",
    t: { sec: 1735689609, usec: 999999 },
    freq: 17919000,
    sig_level: -25,
    lpdu: {
      err: false,
      src: { type: "Ground station", id: 1 },
      dst: { type: "Aircraft", id: 7, ac_info: { icao: "ABCDE3" } },
      type: { id: 29, name: "Unnumbered ack'ed data" },
      hfnpdu: {
        err: false,
        type: { id: 255, name: "Enveloped data" },
        acars: {
          err: false,
          crc_ok: true,
          more: false,
          reg: ".XX-JKL",
          mode: "2",
          label: "_d",
          blk_id: "Q",
          ack: "5",
          msg_text: "",
        },
      },
    },
  },
};

export const jaeroDump = {
  app: { name: "JAERO", ver: "1.0.4" },
  isu: {
    acars: {
      mode: "2",
      ack: "!",
      blk_id: "4",
      label: "B0",
      reg: "XX-MNO",
      flight: "ZZ73",
      msg_text: "L92AZZ0073/XXXXXXX.AFN\n\tSECOND LINE",
    },
    refno: "01",
    qno: "02",
    src: { type: "Aircraft Earth Station", addr: "ABCDE4" },
    dst: { type: "Ground Earth Station", addr: "44" },
  },
  t: { sec: 1735689610, usec: 7 },
  station: "XX-TEST-AERO",
};

export const jaeroFlat = {
  AESID: "ABCDE5",
  BI: "A",
  FLIGHT: "",
  GESID: "90",
  LABEL: "A6",
  MESSAGE: "UPLINK",
  MODE: "2",
  NAME: "L-BAND",
  NONACARS: false,
  QNO: "11",
  REFNO: "22",
  REG: ".XX-PQR",
  TAK: "3",
  TIME: 1735689611,
  TIME_UTC: "2025-01-01 00:00:11",
};

export const satdumpAcars = {
  bi: 70,
  has_text: true,
  label: "AA",
  message: "- #MDTEST<DEL>",
  mode: 50,
  more_to_come: false,
  msg_name: "ACARS",
  plane_reg: "..XXSTU",
  signal_unit: { aes_id: 0x0abcde, ges_id: 0x5, message_type: 1, q_no: 1, ref_no: 2, seq_no: 3 },
  source: { station_id: "XX-TEST-SAT", app: { name: "SatDump", version: "1.2" } },
  tak: 21,
  timestamp: 1735689612,
};

export const iridiumCurrent = {
  app: { name: "iridium-toolkit", version: "0.0.1" },
  source: { transport: "iridium", protocol: "acars", station_id: "XX-TEST-IRDM" },
  acars: {
    timestamp: "2025-01-01T00:00:13+00:00",
    errors: 2,
    link_direction: "uplink",
    block_end: true,
    mode: "2",
    tail: "XXVWX",
    flight: "ZZ0001",
    label: "H1",
    block_id: "9",
    message_number: "F12A",
    ack: "!",
    text: "UP TO THE SATELLITE",
  },
  freq: 1626270833.0,
  level: -30.5,
  header: "03e8010100000001",
};

export const iridiumLibacars = {
  app: { name: "iridium-toolkit", version: "0.0.2" },
  source: { transport: "iridium", protocol: "acars" },
  timestamp: "2025-01-01T00:00:14",
  link_direction: "downlink",
  acars: {
    err: false,
    crc_ok: true,
    more: false,
    reg: ".XX-VWX",
    mode: "2",
    label: "_d",
    blk_id: "K",
    ack: "9",
    msg_text: "",
  },
  freq: 1626.5e6,
  level: -31,
};

export const iridium2022 = {
  header: "03e8010100000001",
  errors: "",
  timestamp: "2022-01-01T00:00:15",
  mode: "2",
  tail: "XXYZA",
  ack: "\u0015",
  label: "_\u007f",
  block_id: "C",
  text: "",
  continues: false,
  uplink: false,
  source: { transport: "iridium", protocol: "acars", station_id: "XX-TEST-IRDM" },
};

export const iridiumSniffer = {
  iridium: {
    app: { name: "iridium-sniffer", ver: "1.0" },
    station: "XX-TEST-IRDM",
    t: { sec: 1735689616, usec: 50 },
    freq: 1626000400,
    sig_level: -40,
    acars: {
      err: false,
      reg: ".XX-BCD",
      mode: "2",
      label: "15",
      blk_id: "1",
      ack: "!",
      flight: "ZZ0002",
      msg_num: "M01",
      msg_num_seq: "B",
      msg_text: "FST01",
    },
  },
};

export const airframesWrapper = {
  source: { app: "client", host: "h", type: "acars", format: "acarsdec" },
  airframes: { feed: { id: "1" } },
  payload: acarsdecDownlink,
};

/** All of them by name, for tests that hold for every format. */
export const decoderObjects: Readonly<Record<string, object>> = {
  acarsdecDownlink,
  acarsdecUplink,
  acarsdecSquitter,
  vdlm2decDownlink,
  vdlm2decXid,
  dumpvdl2Acars,
  dumpvdl2Xid,
  dumphfdlPerformance,
  dumphfdlLogon,
  dumphfdlAcars,
  jaeroDump,
  jaeroFlat,
  satdumpAcars,
  iridiumCurrent,
  iridiumLibacars,
  iridium2022,
  iridiumSniffer,
  airframesWrapper,
};
