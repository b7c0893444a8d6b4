/** Trees as the decoder programs print them: of invented aircraft, centers and messages. */
import { dumpvdl2Acars } from "./decoder-objects.ts";

/** The time of messages made here, Unix ms. */
export const treeTimeMs = Date.UTC(2025, 0, 1, 12, 20, 30);

/** A frame of dumpvdl2 whose ACARS block contains an application of libacars. */
export function frameWithTree(applications: object): object {
  const { vdl2 } = dumpvdl2Acars;
  return {
    vdl2: {
      ...vdl2,
      t: { sec: treeTimeMs / 1_000, usec: 0 },
      avlc: { ...vdl2.avlc, acars: { ...vdl2.avlc.acars, ...applications } },
    },
  };
}

export function arinc622(type: string, application: object): object {
  return {
    arinc622: {
      msg_type: type,
      crc_ok: true,
      gs_addr: "XXXXZZA",
      air_addr: ".XX-ABC",
      ...application,
    },
  };
}

export function adscTree(...tags: object[]): object {
  return arinc622("adsc_msg", { adsc: { err: false, tags } });
}

interface SampleElement {
  readonly choice: string;
  readonly choice_label: string;
  readonly data: object;
}

export function element(choice: string, choice_label: string, data: object = {}): SampleElement {
  return { choice, choice_label, data };
}

const header = { msg_id: 7, msg_ref: 3, timestamp: { hour: 12, min: 20, sec: 5 } };

/** FANS-1/A: the first element has a member of its own, the others are in a sequence. */
export function fansDownlink(...[first, ...others]: readonly SampleElement[]): object {
  return arinc622("fans1a_cpdlc_msg", {
    cpdlc: {
      err: false,
      atc_downlink_msg: {
        header,
        atc_downlink_msg_element_id: first,
        atc_downlink_msg_element_id_seq: others.map((other) => ({
          atc_downlink_msg_element_id: other,
        })),
      },
    },
  });
}

export function fansUplink(...[first, ...others]: readonly SampleElement[]): object {
  return arinc622("fans1a_cpdlc_msg", {
    cpdlc: {
      err: false,
      atc_uplink_msg: {
        header,
        atc_uplink_msg_element_id: first,
        atc_uplink_msg_element_id_seq: others.map((other) => ({
          atc_uplink_msg_element_id: other,
        })),
      },
    },
  });
}

export const flightLevel = (level: number): object => ({
  choice: "altitudeFlightLevel",
  data: { flight_level: level },
});

export const fix = (name: string): object => ({ choice: "fixName", data: { fix: name } });

export const coordinates = {
  choice: "latitudeLongitude",
  data: {
    lat_lon: {
      lat: { deg: 51, min: 16.2, dir: "north" },
      lon: { deg: 0, min: 50.4, dir: "west" },
    },
  },
};
