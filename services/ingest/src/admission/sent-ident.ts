import { cleanIdent, fieldsOf, headerText, isFields } from "@jetwire/decoders";

/**
 * Returns the ident in an object that may not be a message, in the members where decoders send it;
 * null if there is none.
 */
export function sentIdent(value: unknown): string | null {
  if (!isFields(value)) return null;
  const { station_id: flat, station, source } = value;
  const nested = [value.vdl2, value.hfdl, value.iridium].map((inner) => fieldsOf(inner).station);
  const { station_ident: named, station_id: uuid } = fieldsOf(value.asf2);
  for (const sent of [flat, station, fieldsOf(source).station_id, ...nested, named, uuid]) {
    const ident = cleanIdent(headerText(sent) ?? "");
    if (ident !== "") return ident;
  }
  return null;
}
