/** Frames of ground stations that are no messages, as decoders print them; all synthetic. */

export const dumphfdlSquitter = {
  hfdl: {
    app: { name: "dumphfdl", ver: "1.7.0" },
    station: "XX-TEST-HFDL",
    t: { sec: 1735689610, usec: 100 },
    freq: 6559000,
    bit_rate: 300,
    sig_level: -30.5,
    spdu: {
      err: false,
      src: { type: "Ground station", id: 1, name: "North Harbor, Testing" },
      spdu_version: 0,
      change_note: "None",
      frame_index: 12,
      systable_version: 52,
      gs_status: [
        {
          gs: { type: "Ground station", id: 1, name: "North Harbor, Testing" },
          utc_sync: true,
          freqs: [
            { id: 0, freq: 21934 },
            { id: 6, freq: 6559 },
          ],
        },
        { gs: { type: "Ground station", id: 4 }, utc_sync: false, freqs: [{ id: 4 }] },
        {
          gs: { type: "Ground station", id: 17, name: "Faraway" },
          utc_sync: true,
          freqs: [{ id: 1, freq: 17928 }],
        },
      ],
    },
  },
};

export const dumpvdl2Gsif = {
  vdl2: {
    app: { name: "dumpvdl2", ver: "2.5.1" },
    station: "XX-TEST-VDL2",
    t: { sec: 1735689611, usec: 200 },
    freq: 136975000,
    octets_corrected_by_fec: 0,
    idx: 0,
    sig_level: -39.5,
    avlc: {
      src: {
        addr: "2FFE01",
        type: "Ground station",
        status: "On ground",
        location: "North Harbor",
      },
      dst: { addr: "FFFFFF", type: "Aircraft" },
      cr: "Command",
      frame_type: "U",
      cmd: "XID",
      pf: false,
      xid: {
        err: false,
        type: "GSIF",
        type_descr: "Ground Station Information Frame",
        pub_params: [{ name: "param_set_id", value: "8885:1993" }],
        vdl_params: [
          { name: "param_set_id", value: "V" },
          { name: "airport_coverage", value: "ZZZAZZZB" },
          {
            name: "freq_support_list",
            value: [{ gs_addr: "2FFE02", gs_freq: { freq_mhz: 136.725006 } }],
          },
          { name: "system_mask", value: ["200000"] },
          { name: "gs_location", value: { lat: 36.100002, lon: -115.200005 } },
        ],
      },
    },
  },
};

/** A ground station gives an aircraft a number. */
export const dumphfdlLogonConfirm = {
  hfdl: {
    app: { name: "dumphfdl", ver: "1.7.0" },
    station: "XX-TEST-HFDL",
    t: { sec: 1735689600, usec: 0 },
    freq: 11387000,
    sig_level: -20,
    lpdu: {
      err: false,
      src: { type: "Ground station", id: 4 },
      dst: { type: "Aircraft", id: 255 },
      type: { id: 159, name: "Logon confirm" },
      ac_info: { icao: "ABCDE4" },
      assigned_ac_id: 166,
    },
  },
};

/** A ground station logs an aircraft off. */
export const dumphfdlLogoff = {
  hfdl: {
    ...dumphfdlLogonConfirm.hfdl,
    t: { sec: 1735690200, usec: 0 },
    lpdu: {
      err: false,
      src: { type: "Ground station", id: 4 },
      dst: { type: "Aircraft", id: 255 },
      type: { id: 63, name: "Logoff request" },
      ac_info: { icao: "ABCDE4" },
      reason: { code: 6, descr: "Other" },
    },
  },
};
