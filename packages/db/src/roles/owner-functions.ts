import type { ServiceName } from "@jetwire/protocol";

/** Functions that run as the owner of the tables, and who may call them. */
export const ownerFunctions: Readonly<Record<string, readonly ServiceName[]>> = {
  "ensure_partition(text, text, uuid, uuid)": ["chores"],
  "drop_partition(text, text)": ["chores"],
  // Owners' erasures wait until they are due; operators erase at once.
  "begin_account_erasure(uuid)": ["rest", "chores"],
  "begin_station_erasure(integer)": ["rest", "chores"],
  "erase_chat(uuid, uuid, integer)": ["chores"],
  "erase_raws(uuid, integer, integer)": ["chores"],
  "prove_claim(uuid, bytea)": ["rest", "chores"],
  "decide_claim(uuid, boolean)": ["rest"],
  "decide_dispute(uuid, boolean)": ["rest"],
  "redact_messages(uuid[], integer, uuid, uuid, text, text, integer)": ["rest"],
  "accept_transfer(uuid, uuid)": ["chores"],
  "make_flight_facts(uuid[])": ["persister", "rest", "chores"],
  "count_undecoded_texts(uuid, integer)": ["chores"],
  "quiet_until(uuid)": ["chores"],
  "keep_quiet(uuid, uuid, text, text, text, timestamp with time zone)": ["chores"],
  "add_destination(uuid, text, text, text, jsonb, text[], uuid[], integer)": ["rest"],
  "replace_destination_secret(uuid, uuid, text, integer)": ["rest"],
  "forget_previous_secrets(integer)": ["chores"],
  "key_scopes_of(text)": ["gateway", "rest"],
  // What operators do.
  "add_station(text, uuid, text, boolean)": ["rest"],
  "give_station(text, uuid, boolean)": ["rest"],
  "rename_account(uuid, text)": ["rest"],
  "link_issuer_identity(uuid, text, text)": ["rest"],
  "unlink_issuer_identity(uuid, text, text)": ["rest"],
  "link_identity(uuid, text, text, integer)": ["rest"],
  "sign_up_by_identity(uuid, text, bytea, text, text)": ["rest"],
  "remove_identity(uuid, uuid, boolean, boolean, text[])": ["rest"],
  "delete_audit_log(timestamp with time zone, integer)": ["chores"],
  "open_canary(bytea, text, integer)": ["chores"],
  "delete_canary_messages(uuid, integer)": ["chores"],
};
