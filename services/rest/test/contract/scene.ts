import * as db from "@jetwire/db";
import { type Endpoint, type endpoints, MessageIds, SessionGrant } from "@jetwire/protocol";
import { startOidcIssuer, storeMessages, testMessage } from "@jetwire/testbed";
import { publicUrl, signInVariables } from "../sign-in-under-test.ts";
import { signIn } from "../signed-in.ts";
import {
  addDisputable,
  addProvableClaim,
  addressSecret,
  addTransfer,
  claimCode,
} from "./claim-scene.ts";
import type { Prepared } from "./restore-scene.ts";
import { createSignInScene } from "./sign-in-scene.ts";
import { addRoutes } from "./route-scene.ts";
import { addOperatorScene } from "./operator-scene.ts";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "../rest-under-test.ts";

/** A service with something of everything, and what to ask of it. */
export interface Scene extends AsyncDisposable {
  readonly rest: RestUnderTest;
  /** The variable that names a provider of identities. */
  readonly providers: { readonly OIDC_PROVIDERS: string };
  /** Values of path parameters, separated by spaces, by the beginning of the path; the longest one that fits counts. */
  readonly ids: Readonly<Record<string, string>>;
  /** The bodies of requests, by endpoint. */
  readonly bodies: Readonly<Partial<Record<keyof typeof endpoints, unknown>>>;
  /** Headers of requests, by endpoint. */
  readonly headers: Readonly<Partial<Record<keyof typeof endpoints, Record<string, string>>>>;
  /** Parameters that an endpoint requires, as a query with its question mark, by its path. */
  readonly queries: Readonly<Record<string, string>>;
  /** Makes what an endpoint accepts once only, by endpoint. */
  readonly prepare: Readonly<Partial<Record<keyof typeof endpoints, () => Promise<Prepared>>>>;
  /** A message that was taken away. */
  readonly redacted: string;
  /** A key of an account that may ask once a minute. */
  readonly limitedKey: string;
  /** A key of an account whose sessions may end. */
  readonly partnerKey: string;
  /** Opens a session of the account, or of that of a key. */
  openSession(by?: string): Promise<SessionGrant>;
  /** Returns the token of the account, which has just signed in on the web page. */
  freshToken(): Promise<string>;
  /** A token of a link that was used. */
  readonly usedLink: string;
  /** Returns the token of an operator who has just signed in on the web page. */
  operatorToken(): Promise<string>;
  /** Returns the token of an operator who has signed in on the web page an hour ago. */
  oldOperatorToken(): Promise<string>;
  /** Returns the token of a user who has signed in on the web page an hour ago. */
  oldToken(): Promise<string>;
  /** Adds the account that is erased, unless it is there, and returns the token of its user, who has just signed in. */
  addLeaving(): Promise<string>;
}

const messagesStored = 30;

export async function startScene(variables: Record<string, string> = {}): Promise<Scene> {
  await using stack = new AsyncDisposableStack();
  const issuer = stack.use(await startOidcIssuer(`${publicUrl}/v1/auth/oidc/test/callback`));
  const { clientId, clientSecret } = issuer;
  const provider = { id: "test", name: "Test", issuer: issuer.issuer, clientId, clientSecret };
  const providers = { OIDC_PROVIDERS: JSON.stringify([provider]) };
  const rest = stack.use(
    await startRest({
      ...signInVariables,
      ...providers,
      REST_ANONYMOUS_PER_MINUTE: "1000",
      INGEST_ADDRESS_SECRET: addressSecret,
      ...variables,
    }),
  );
  const { accountId, stationId, database, key, url } = rest;
  const { sql } = database.database;
  await sql`insert into tiers (name, requests_per_minute) values ('once', 1)`;
  const limited = await addKeyOwner(database, "limited", "once");
  const partner = await addKeyOwner(database, "partner");
  const spare = await addKeyOwner(database, "spare");
  await sql`update api_keys set account_id = ${accountId} where id = ${spare.keyId}`;

  const own = await db.stations.add(sql, { ident: "AB-ESSA1", accountId, sourceType: "vdl" });
  const ownId = own?.id ?? 0;
  await sql`
    update stations set first_received_at = now() - interval '9 days', last_received_at = now(),
      latitude = 59.65, longitude = 17.93, country_code = 'SE' where id = ${ownId}`;
  const keyToAdd = { keyHash: new Uint8Array(32), hint: "jws_abcde", label: null };
  const stationKey = await db.stationKeys.issue(sql, { stationId: ownId, ...keyToAdd });
  await addProvableClaim(sql, partner.accountId);
  const offered = { ident: "AB-OFFERED", accountId: partner.accountId };
  const offeredId = await addTransfer(sql, offered, "alice");
  const givenId = await addTransfer(sql, { ident: "AB-GIVEN", accountId }, "partner");
  const disputableId = await addDisputable(sql, partner.accountId);
  const airframeId = db.stableIds.ofAirframe("4ACA01");
  const flightId = db.stableIds.ofFlight("4ACA01", "SAS123", 1);
  await sql`
    insert into airframes (id, icao, tail, type, owner, first_received_at, last_received_at)
    values (${airframeId}, '4ACA01', 'SE-ABC', 'A20N', 'Example Air', now(), now())`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, first_received_at, last_received_at)
    values (${flightId}, 'SAS123', 'SK0123', ${airframeId}, now(), now())`;
  const linked = { airframeId, flightId, stationId: ownId, tail: "SEABC", flightNumber: "SK0123" };
  const position = { latitude: 59.371, longitude: 18.061, altitude: 34_000 };
  // Older than the stable horizon, at which an export ends.
  const ids = new MessageIds(() => Date.now() - 60_000);
  const messages = Array.from({ length: messagesStored }, (_, n) =>
    testMessage({
      id: ids.next(0),
      ...(n % 2 === 0 ? { ...linked, ...position } : { stationId }),
    }),
  );
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: message.flightId && "SAS123" })),
  );
  const message = messages[0]?.id ?? "";
  await addRoutes(sql, { flightId, message });
  const redacted = messages[1]?.id ?? "";
  await db.redactions.redact(sql, { ids: [redacted] }, { reason: "for a test", by: "nobody" });
  await sql`insert into message_raws (id, raw) values (${message}, '{"freq":131.55}')`;
  const to = { senderId: accountId, recipientId: partner.accountId };
  const chat = { ...to, body: "Hello", clientId: null };
  await db.chat.storeMessage(sql, chat);
  const answer = await db.chat.storeMessage(sql, {
    senderId: partner.accountId,
    recipientId: accountId,
    body: "Hello too",
    clientId: null,
  });
  const messageId = answer.status === "stored" ? answer.message.id : "";
  await sql`
    insert into chat_blocks (user_id, blocked_id) values (${accountId}, ${limited.accountId})`;
  const announcement = {
    type: "system.announcement",
    title: "News",
    body: "…",
    data: { n: 1 },
  } as const;
  await db.notifications.add(sql, { userId: accountId, ...announcement });
  const [notification] = await sql<{ id: string }[]>`select id from notifications`;

  const operator = await addKeyOwner(database, "operator", "unlimited");
  await db.accounts.setRole(sql, operator.accountId, "operator");
  let operatorToken: Promise<string> | undefined;
  let freshToken: Promise<string> | undefined;
  function readFreshToken(): Promise<string> {
    freshToken ??= signIn(rest, accountId).then(({ token }) => token);
    return freshToken;
  }
  const signIns = await createSignInScene(rest, readFreshToken);

  const rule = { accountId, stationId: null, notify: true, email: false, mutedUntil: null };
  const alert = await db.alerts.addRule(sql, { ...rule, name: "Own", filter: { tail: "SEABC" } });
  const unwanted = await db.alerts.addRule(sql, {
    ...rule,
    name: "Other",
    filter: { tail: "SEXYZ" },
  });
  if (typeof alert === "string" || typeof unwanted === "string") throw new Error("no alert rule");
  const toKeep = { accountId, name: "Own", address: "receiver.example", types: [], ruleIds: [] };
  const target = { channel: "webhook", url: "https://receiver.example/a", secret: "" } as const;
  const destination = await db.destinations.add(sql, { ...toKeep, target });
  // No chores run here: each test is delivered as soon as it is queued.
  await sql.unsafe(`
    create function deliver_test() returns trigger language plpgsql as $$
      begin new.sent_at := now(); new.last_status := 200; new.last_answer := 'ok'; return new; end $$;
    create trigger deliver_test before insert on outbox for each row when (new.kind = 'test')
      execute function deliver_test()`);
  const undesired = await db.destinations.add(sql, { ...toKeep, target });
  const [stop] = await sql<{ token: string }[]>`
    select stop_token as token from alert_rules where id = ${alert.id}`;

  async function openSession(by = key): Promise<SessionGrant> {
    const opened = await ask(`${url}/v1/auth/sessions`, by, { method: "POST" });
    return SessionGrant.parse(await opened.json());
  }
  const reported = { reporterId: accountId, messageId };
  const ofOperator = stack.use(await addOperatorScene(rest, reported));
  let leavingToken = "";
  const leaving = await db.stations.add(sql, { ident: "AB-LEFT", accountId, sourceType: null });
  const spared = await db.stations.add(sql, { ident: "AB-SPARED", accountId, sourceType: null });
  const toSpare = { kind: "station", accountId, stationId: spared?.id ?? 0 } as const;
  const planned = await db.erasures.plan(sql, toSpare);
  const { refreshToken } = await openSession();
  const opened = stack.move();
  return {
    rest,
    ids: {
      "/v1/messages/:id": message,
      "/v1/stations/:id": String(ownId),
      "DELETE /v1/stations/:id": String(leaving?.id),
      "/v1/stations/:id/claim": String(stationId),
      "/v1/heard/:id": String(disputableId),
      "/v1/erasures/:id": planned?.erasure.id ?? "",
      "/v1/transfers/:id": offeredId,
      "DELETE /v1/transfers/:id": givenId,
      "/c/:code": claimCode,
      "/v1/claim-codes/:code": claimCode,
      "/v1/stations/:id/keys/:keyId": `${ownId} ${stationKey?.id}`,
      "/v1/airframes/:icao": "4ACA01",
      "/v1/flights/:id": flightId,
      "/v1/routes/:callsign": "SK123",
      "/v1/airlines/:code": "SAS",
      "/v1/airports/:code": "ARN",
      "/v1/ground-stations/:id": "hfdl-4",
      "/v1/keys/:id": spare.keyId,
      "/v1/chat/threads/:userId": partner.accountId,
      "/v1/users/:id": partner.accountId,
      "/v1/notifications/:id": notification?.id ?? "",
      "/v1/alerts/:id": alert.id,
      "DELETE /v1/alerts/:id": unwanted.id,
      "/v1/destinations/:id": destination?.id ?? "",
      "DELETE /v1/destinations/:id": undesired?.id ?? "",
      "/v1/mail/stop/:token": stop?.token ?? "",
      ...signIns.ids,
      ...ofOperator.ids,
    },
    bodies: {
      changeStation: { hidden: false },
      addAlert: { name: "Company", filter: { airline: "SAS" } },
      previewAlert: { filter: { flight: "SK123" } },
      changeAlert: { name: "Mine" },
      addDestination: {
        name: "Phone",
        channel: "ntfy",
        url: "https://ntfy.example",
        topic: "jets",
        types: ["alert.match"],
      },
      changeDestination: { name: "Mine" },
      replaceDestinationSecret: { endPrevious: true },
      setQuietHours: { zone: "Europe/Berlin", from: "22:00", to: "07:30", keeps: true },
      reportMessage: { messageId, reason: "spam" },
      eraseMe: { confirm: "leaving" },
      eraseStation: { confirm: "AB-LEFT" },
      claimStation: { note: "on my roof" },
      transferStation: { username: "partner" },
      issueKey: { stationId: ownId, label: "at night" },
      refreshSession: { refreshToken },
      readNotifications: { until: notification?.id },
      ...signIns.bodies,
      ...ofOperator.bodies,
    },
    providers,
    queries: {
      // Without an ident, a service that does not compare networks answers by itself.
      "/v1/feeding": "?ident=CONTRACT",
      "/v1/lookup": "?q=SAS",
      "/v1/receipts": `?station=${stationId}`,
      "/v1/airports/:code/flights": "?direction=departures",
      "/v1/users": "?name=par",
      "/v1/operator/redactions/matches": "?text=NO-SUCH-TEXT",
    },
    headers: signIns.headers,
    prepare: signIns.prepare,
    usedLink: signIns.usedLink,
    freshToken: readFreshToken,
    redacted,
    limitedKey: limited.key,
    partnerKey: partner.key,
    openSession,
    operatorToken() {
      operatorToken ??= signIn(rest, operator.accountId).then(({ token }) => token);
      return operatorToken;
    },
    oldOperatorToken: async () => (await signIn(rest, operator.accountId, 60)).token,
    oldToken: async () => (await signIn(rest, spare.accountId, 60)).token,
    async addLeaving() {
      const there = await sql`select 1 from accounts where username = 'leaving'`;
      if (there.length === 0) {
        const { accountId: leavingId } = await addKeyOwner(database, "leaving", "unlimited");
        leavingToken = (await signIn(rest, leavingId)).token;
      }
      return leavingToken;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * The address of an endpoint, with an id that there is.
 *
 * @throws Error when the scene has none for it
 */
export function addressOf({ ids, queries, rest }: Scene, { method, path }: Endpoint): string {
  const own = `${method} ${path}` in ids ? `${method} ${path}` : undefined;
  const name =
    own ??
    Object.keys(ids)
      .filter((beginning) => path.startsWith(beginning))
      .toSorted((a, b) => b.length - a.length)[0];
  const values = (name === undefined ? "" : (ids[name] ?? "")).split(" ");
  const named = path.replaceAll(/:\w+/g, () => {
    const value = values.shift();
    if (!value) throw new Error(`The scene has no id for ${path}: add one`);
    return value;
  });
  return rest.url + named + (queries[path] ?? "");
}
