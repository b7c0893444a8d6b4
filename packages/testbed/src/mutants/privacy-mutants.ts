import type { Mutant } from "./mutant.ts";

/** Mutants of privacy. */
export const privacyMutants: readonly Mutant[] = [
  {
    name: "raw unfiltered",
    guarantee: "The raw object shows nothing that the message hides.",
    file: "services/rest/src/messages/message-include.ts",
    find: "station.isOwn ? raw : publicRaw(raw, station, message)",
    replace: "raw",
    tests: ["services/rest/test/message-include.test.ts"],
  },
  {
    name: "messages of hidden stations listed",
    guarantee: "Messages of a hidden station are shown to its owner alone.",
    file: "packages/db/src/messages/visibility.ts",
    find: "return sql`station_id <> all(${[...hiddenStationIds]}::integer[])`;",
    replace: "return sql`${hiddenStationIds.length} >= 0`;",
    tests: [
      "services/rest/test/foreign-reads.test.ts",
      "services/rest/test/message-filters.test.ts",
    ],
  },
  {
    name: "formulas in CSV",
    guarantee: "A cell that a station sent is no formula.",
    file: "services/rest/src/messages/export-rows.ts",
    find: "escape_formulas: true",
    replace: "escape_formulas: false",
    tests: ["services/rest/test/export.test.ts"],
  },
  {
    name: "erasure leaves chat",
    guarantee: "The erasure of an account empties what it wrote.",
    file: "packages/db/src/migrations/0009-outbox.sql",
    find: "where sender_id = account and body <> '' order by id limit rows_max",
    replace: "where false and sender_id = account order by id limit rows_max",
    tests: ["services/rest/test/erasure.test.ts", "services/chores/test/finish-erasures.test.ts"],
  },
  {
    name: "raw object kept by a redaction",
    guarantee: "A redaction deletes the raw object.",
    file: "packages/db/src/migrations/0009-outbox.sql",
    find: "raws as (\n    delete from message_raws r where r.id = any(chosen)",
    replace: "raws as (\n    delete from message_raws r where false",
    tests: ["packages/testbed/test/redaction.test.ts"],
  },
  {
    name: "joined text kept after a redaction of its part",
    guarantee: "What was joined of a redacted part is redacted when it comes.",
    file: "packages/db/src/redactions/late-redactions.ts",
    find: "then 'message' else 'whole' end as what",
    replace: "then 'whole' else 'whole' end as what",
    tests: ["packages/db/test/wholes.test.ts"],
  },
  {
    name: "content from a hidden station's reception",
    guarantee: "A hidden station gives content to its owner alone.",
    file: "packages/db/src/messages/content-copies.ts",
    find: "and ${isShown(sql, viewer)}",
    replace: "and ${isShown(sql, { ...viewer, hiddenStationIds: [] })}",
    tests: ["services/rest/test/best-copy.test.ts"],
  },
  {
    name: "content from a hidden station's reception, by id",
    guarantee: "A hidden station gives content to its owner alone.",
    file: "packages/db/src/messages/messages.ts",
    find: "${idsNear(sql, id)} and ${shown}",
    replace: "${idsNear(sql, id)}",
    tests: ["services/rest/test/best-copy.test.ts"],
  },
  {
    name: "hidden receptions decide what is not decoded",
    guarantee: "A filter tells nothing about a hidden station's reception.",
    file: "packages/db/src/message-filters/first-match.ts",
    find: "    isShown(sql, viewer),",
    replace: "    isShown(sql, { ...viewer, hiddenStationIds: [] }),",
    tests: ["services/rest/test/best-copy.test.ts"],
  },
  {
    name: "revocation of a key not recorded",
    guarantee: "The audit log has every action.",
    file: "packages/db/src/api-keys/api-keys.ts",
    find: `returning id, account_id
    ), recorded as (\${recordAction(sql, about, sql\`from revoked\`)})
    select id, end_sessions(`,
    replace: `returning id, account_id
    ), recorded as (select \${object.id} from revoked where \${about.action} = '')
    select id, end_sessions(`,
    tests: ["packages/cli/test/audit.test.ts"],
  },
  {
    name: "facts of flights name hidden stations",
    guarantee: "What is public tells nothing of a hidden station's messages.",
    file: "packages/db/src/migrations/0003-flight-facts.sql",
    find: "      and not exists (select from stations s where s.id = m.station_id and s.hidden)\n",
    replace: "",
    tests: ["packages/db/test/flight-facts.test.ts"],
  },
  {
    name: "facts of flights keep redacted evidence",
    guarantee: "A redaction takes away what was made of the message.",
    file: "packages/db/src/migrations/0012-facts-in-flights.sql",
    find: "  if cardinality(changed) between 1 and 20 then",
    replace: "  if cardinality(changed) between 1 and 0 then",
    tests: ["packages/db/test/flight-facts.test.ts"],
  },
  {
    name: "routes by address answer other origins",
    guarantee: "A page of another site does not learn the stations of its visitor's network.",
    file: "services/rest/src/http/cross-origin.ts",
    find: "  refuseOtherOrigins({ address: addressOf(request), header: (name) => request.get(name) });\n",
    replace: "",
    tests: [
      "services/rest/test/own-network-claims.test.ts",
      "services/rest/test/contract/http.test.ts",
    ],
  },
];
