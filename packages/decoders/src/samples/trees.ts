/** Trees as the decoder programs print them: of invented aircraft, centers and messages. */
import { dumpvdl2Acars } from "./vhf-objects.ts";

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

export function sampleAdscTree(...tags: object[]): object {
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

/** A frame of dumpvdl2 with a packet of the ATN, from an aircraft unless it is from the ground. */
export function atnFrame(cotp: object, { isUplink = false } = {}): object {
  const aircraft = { addr: "ABC457", type: "Aircraft" };
  const ground = { addr: "10F1AB", type: "Ground station" };
  return {
    vdl2: {
      app: { name: "dumpvdl2", ver: "2.5.1" },
      station: "XX-TEST-VDL2",
      t: { sec: treeTimeMs / 1_000, usec: 0 },
      freq: 136975000,
      octets_corrected_by_fec: 0,
      avlc: {
        src: isUplink ? ground : { ...aircraft, status: "Airborne" },
        dst: isUplink ? aircraft : ground,
        frame_type: "I",
        x25: {
          err: false,
          pkt_type: 0,
          pkt_type_name: "Data",
          clnp: { err: false, compressed: true, pdu_id: 5, cotp: { pdu_list: [], ...cotp } },
        },
      },
    },
  };
}

const atnHeader = {
  msg_id: 4,
  msg_ref: 2,
  timestamp: { date: { year: 2025, month: 1, day: 1 }, time: { hour: 12, min: 20, sec: 9 } },
  logical_ack: "required",
};

function atnMessage(elements: readonly SampleElement[], data: object): object {
  return {
    header: atnHeader,
    msg_data: { msg_elements: elements.map((msg_element) => ({ msg_element })), ...data },
  };
}

/** CPDLC of the ATN: all elements are in one sequence. */
export function atnDownlink(...elements: readonly SampleElement[]): object {
  return { cpdlc: { atc_downlink_message: atnMessage(elements, {}) } };
}

/** @param data members beside the elements, for example the route clearances that they refer to */
export function atnUplink(elements: readonly SampleElement[], data: object = {}): object {
  return { cpdlc: { atc_uplink_message: atnMessage(elements, data) } };
}

export const atnLevel = (level: number): object => ({
  choice: "singleLevel",
  data: { level_type: { choice: "levelFlightLevel", data: { flight_level: level } } },
});

export const dumpvdl2Atn = atnFrame(
  atnDownlink(element("dM6Level", "REQUEST [level]", { level: atnLevel(390) })),
);
