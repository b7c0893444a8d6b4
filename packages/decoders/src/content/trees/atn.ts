/** Applications of the ATN over VDL2, as dumpvdl2 decodes them: CPDLC, context management, ADS-C. */
import { type AtnApplications, atnApplications } from "../../formats/members/atn.ts";
import { type Fields, fieldsOf, finiteNumber } from "../../formats/fields.ts";
import { findingsOf, type Findings } from "../findings.ts";
import { readAtnAdsc } from "./atn-adsc.ts";
import { type AtnApplication, type AtnContent, entities } from "./atn-content.ts";
import { readContextManagement } from "./context-management.ts";
import { readCpdlc } from "./cpdlc.ts";
import { contentOf, type TreeItem, itemOf, spaced, treeText } from "./words.ts";

/** @param x25 an X.25 packet of dumpvdl2 */
export function readAtn(x25: Fields): Findings | null {
  const applications = atnApplications(x25);
  if (applications === null) return null;
  const { isReturned } = applications;
  const content = readApplication(applications);
  const association = readAssociation(applications);
  const parts = [content?.description, association?.words].filter((part) => part);
  const description = parts.length === 0 ? "ATN message" : parts.join("; ");
  const decoded = contentOf({
    decoder: "dumpvdl2",
    level: content === null ? (association === null ? "partial" : "full") : levelOf(content),
    application: content?.application ?? association?.application ?? "atn-association",
    description: isReturned ? `Not delivered: ${description}` : description,
    items: [...(content?.items ?? []), ...(association?.items ?? [])],
  });
  return findingsOf(decoded, isReturned ? {} : content?.reported);
}

function levelOf({ isFull }: AtnContent): "full" | "partial" {
  return isFull ? "full" : "partial";
}

function readApplication({ cpdlc, contextManagement, adsc }: AtnApplications): AtnContent | null {
  if (cpdlc !== null) return readAtnCpdlc(cpdlc);
  if (contextManagement !== null) return readContextManagement(contextManagement);
  return adsc === null ? null : readAtnAdsc(adsc);
}

/** The ends of a dialogue of protected-mode CPDLC, by the key of the reason. */
const abortKeys = ["cpdlc_user_abort_reason", "cpdlc_provider_abort_reason"] as const;

function readAtnCpdlc(cpdlc: Fields): AtnContent | null {
  const application = "atn-cpdlc";
  const { data } = fieldsOf(cpdlc.protected_aircraft_pdus ?? cpdlc.protected_ground_pdus);
  const pdu = fieldsOf(data);
  const content = readCpdlc(cpdlc) ?? readCpdlc(pdu);
  if (content !== null) {
    const { description } = content;
    return { ...content, application, description: description ?? "CPDLC message" };
  }
  for (const key of abortKeys) {
    const reason = treeText(pdu[key]);
    if (reason !== null) {
      const words = spaced(reason);
      return {
        application,
        description: `CPDLC aborted: ${words}`,
        items: itemOf("Reason", words),
        isFull: true,
        reported: {},
      };
    }
  }
  return null;
}

interface Association {
  readonly words: string;
  readonly items: readonly TreeItem[];
  /** The application that the association is for, if the packet names it. */
  readonly application: AtnApplication | null;
}

/** Reads the opening, closing or abort of the association of two applications (ACSE, X.227). */
function readAssociation(applications: AtnApplications): Association | null {
  const { association, cpdlc, contextManagement, adsc } = applications;
  if (association === null) return null;
  const data = fieldsOf(association.data);
  const request = fieldsOf(data.assoc_request);
  const number = finiteNumber(fieldsOf(fieldsOf(request.ae_qualifier).data).ae_qualifier_form2);
  const present = cpdlc ? 22 : contextManagement ? 1 : adsc ? 0 : -1;
  const entity = entities.get(number ?? -1) ?? entities.get(present);
  const words = `${entity?.name ?? "ATN"} ${associationWords(data)}`;
  return { words, items: itemOf("Connection", words), application: entity?.application ?? null };
}

function associationWords(data: Fields): string {
  if (data.assoc_request !== undefined) return "connection request";
  if (data.assoc_response !== undefined) {
    const result = fieldsOf(fieldsOf(data.assoc_response).assoc_result);
    const words = treeText(result.value_descr) ?? "accept";
    return words === "accept" ? "connection accepted" : `connection refused: ${words}`;
  }
  if (data.release_request !== undefined) return "disconnection request";
  if (data.release_response !== undefined) return "disconnected";
  const source = treeText(fieldsOf(fieldsOf(data.abort).abort_source).value_descr);
  return source === null ? "connection aborted" : `connection aborted by ${source}`;
}
