/** The way from an X.25 packet of dumpvdl2 to the applications of the ATN in it. */
import { type Fields, fieldsOf, isFields } from "../fields.ts";

/**
 * The layers, from the network to the association. Each object of a layer contains the next one, but
 * packets may begin at any of them: connections that are open leave out the upper layers.
 */
const layers = ["sndcf_error_report", "clnp", "cotp", "x225_spdu", "x227_apdu"] as const;

/** More layers than a packet can have. */
const layersMax = 12;

const applicationNames = ["cpdlc", "context_mgmt", "adsc_v2", "acse_apdu"] as const;

/** The applications in a packet. Opening or closing an association may have one with it. */
export interface AtnApplications {
  readonly cpdlc: Fields | null;
  readonly contextManagement: Fields | null;
  readonly adsc: Fields | null;
  /** The association between two applications: its opening, closing or abort. */
  readonly association: Fields | null;
  /** Whether the packet is returned to its sender, because it could not be delivered. */
  readonly isReturned: boolean;
}

/** Returns null if there is none: packets of the network itself, and fragments. */
export function atnApplications(x25: Fields): AtnApplications | null {
  let layer = x25;
  let isReturned = false;
  for (let depth = 0; depth < layersMax; depth++) {
    const { cpdlc, context_mgmt, adsc_v2, acse_apdu } = layer;
    if (applicationNames.some((name) => isFields(layer[name]))) {
      return {
        cpdlc: isFields(cpdlc) ? cpdlc : null,
        contextManagement: isFields(context_mgmt) ? context_mgmt : null,
        adsc: isFields(adsc_v2) ? adsc_v2 : null,
        association: isFields(acse_apdu) ? acse_apdu : null,
        isReturned,
      };
    }
    const next = layers.find((name) => isFields(layer[name]));
    if (next === undefined) return null;
    isReturned ||= next === "sndcf_error_report";
    layer = fieldsOf(layer[next]);
  }
  return null;
}

/** Returns the request of a logon, which names the flight. */
export function logonRequest({ contextManagement, isReturned }: AtnApplications): Fields | null {
  if (contextManagement === null || isReturned) return null;
  const { data } = fieldsOf(contextManagement.cm_aircraft_message);
  const request = fieldsOf(data).atn_context_mgmt_logon_request;
  return isFields(request) ? request : null;
}

/** Returns what is equal in all receptions of a packet: its applications, without the layers below. */
export function atnContent({ applications }: { readonly applications: Fields | null }): string {
  const x25 = applications?.x25;
  return isFields(x25) ? JSON.stringify(atnApplications(x25)) : "";
}
