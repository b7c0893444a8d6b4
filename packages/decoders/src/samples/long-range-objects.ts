/** Synthetic objects of decoders of HF and satellites; see `decoder-objects.ts`. */

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
