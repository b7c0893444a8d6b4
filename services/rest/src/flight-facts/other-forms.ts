import process from "node:process";
import { AppError, routeFilesPath } from "@jetwire/protocol";
import * as db from "@jetwire/db";
import {
  addressOfNNumber,
  nNumberOfAddress,
  PlaneSet,
  tar1090Airport,
  tar1090Route,
} from "@jetwire/reference";
import cors from "cors";
import { type Request, type Response, Router } from "express";
import { z } from "zod";
import type { RequestLimits } from "../admission/request-limits.ts";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { adsbdbAircraft, adsbdbAirline, adsbdbRoute } from "./adsbdb-form.ts";
import { namesOfCallsign } from "./callsign-names.ts";
import { allowCrossOrigin } from "../http/cross-origin.ts";
import { readJsonBody } from "../http/json-body.ts";
import type { RouteFinder } from "./route-finder.ts";

/** The version of adsbdb whose forms these are. */
const adsbdbVersion = "0.6.5";
const freshSeconds = 30;
/** Letters, digits and hyphens: nothing else names an aircraft, a flight or an airport. */
const nameForm = /^[A-Za-z0-9-]{1,16}$/;

const degrees = (max: number) => z.number().min(-max).max(max);
const PathPosition = z.object({
  lat: z.coerce.number().pipe(degrees(90)),
  lng: z.coerce.number().pipe(degrees(180)),
});

export interface OtherFormsOptions {
  readonly read: Read;
  readonly finder: RouteFinder;
  readonly limits: Pick<RequestLimits, "consumeOpen">;
  readonly config: Pick<RestConfig, "PUBLIC_ROUTES">;
}

/**
 * Serves routes in the forms that programs of the field already read: `/api/0/…` as the API of adsb.lol, which tar1090 asks, and
 * `/v0/…` as adsbdb. They and the files of usual routes are public, so that pages of any origin may read them.
 */
export function serveOtherForms({ read, finder, limits, config }: OtherFormsOptions): Router {
  const router = Router();
  if (!config.PUBLIC_ROUTES) return router;
  const paths = ["/api/0", "/v0"];
  router.use(paths, cors({ origin: "*", methods: ["GET", "HEAD", "POST"], maxAge: 86_400 }));
  router.use(paths, async (request, response, next) => {
    await admit(request, response);
    next();
  });
  router.use(routeFilesPath, allowCrossOrigin(["*"]));

  router.post("/api/0/routeset", async (request, response) => {
    const planes = PlaneSet.safeParse(await readJsonBody({ bodyTypes: [] }, request, response));
    if (!planes.success) throw badPlanes(planes.error);
    const asked = planes.data.planes.map(({ callsign, lat, lng }) => ({
      callsign,
      position:
        typeof lat === "number" && typeof lng === "number"
          ? { latitude: lat, longitude: lng }
          : null,
    }));
    const found = await finder.find(asked, new Date());
    send(
      response,
      asked.map(({ callsign }) => tar1090Route(callsign, found.get(callsign))),
    );
  });
  router.get(
    ["/api/0/route/:callsign", "/api/0/route/:callsign/:lat/:lng"],
    async (request, response) => {
      const callsign = textOf(request, "callsign");
      const position = "lat" in request.params ? positionOf(request) : null;
      const found = await finder.find([{ callsign, position }], new Date());
      send(response, tar1090Route(callsign, found.get(callsign)));
    },
  );
  router.get("/api/0/airport/:icao", async (request, response) => {
    const airport = await read((sql) => db.airports.find(sql, textOf(request, "icao")));
    send(response, airport === null ? null : tar1090Airport(airport));
  });

  router.get("/v0/callsign/:callsign", async (request, response) => {
    const flightroute = await routeOf(textOf(request, "callsign"));
    if (flightroute === null) return unknown(response, "callsign");
    send(response, { response: { flightroute } });
  });
  router.get("/v0/airline/:code", async (request, response) => {
    const airline = await read((sql) => db.airlines.find(sql, textOf(request, "code")));
    if (airline === null) return unknown(response, "airline");
    send(response, { response: [adsbdbAirline(airline)] });
  });
  router.get("/v0/aircraft/:name", async (request, response) => {
    const name = textOf(request, "name");
    const aircraft = await read(async (sql) => {
      // Clients ask for any aircraft to see whether the service is there.
      const found =
        name === "RANDOM"
          ? await db.airframes.findLatest(sql)
          : (await db.airframes.find(sql, { name }))[0];
      return found && { ...found, ...(await db.airframes.listTails(sql, found)) };
    });
    if (!aircraft) return unknown(response, "aircraft");
    const { callsign } = request.query;
    const flightroute = typeof callsign === "string" ? await routeOf(callsign.toUpperCase()) : null;
    send(response, {
      response: { aircraft: adsbdbAircraft(aircraft), ...(flightroute && { flightroute }) },
    });
  });
  router.get("/v0/mode-s/:address", (request, response) => {
    const address = textOf(request, "address");
    if (!/^[0-9A-F]{6}$/.test(address)) return invalid(response, "modeS", address);
    send(response, { response: nNumberOfAddress(address) ?? "" });
  });
  router.get("/v0/n-number/:number", (request, response) => {
    const number = textOf(request, "number");
    if (!/^N[0-9A-HJ-NP-Z]{1,5}$/.test(number)) return invalid(response, "n_number", number);
    send(response, { response: addressOfNNumber(number) ?? "" });
  });
  router.get("/v0/online", (_request, response) => {
    const uptime = Math.floor(process.uptime());
    response.set("Cache-Control", "no-store");
    response.json({ response: { uptime, api_version: adsbdbVersion } });
  });
  return router;

  async function admit(request: Request, response: Response): Promise<void> {
    await limits.consumeOpen(request.ip ?? "", (name, value) => response.set(name, value));
  }

  async function routeOf(callsign: string) {
    const found = (await finder.find([{ callsign, position: null }], new Date())).get(callsign);
    if (found === undefined) return null;
    return adsbdbRoute(callsign, found, await namesOfCallsign(read, found.callsign));
  }
}

/** Sends an answer that caches may keep for a moment; refusals are not kept. */
function send(response: Response, body: unknown): void {
  response.set("Cache-Control", `public, max-age=${freshSeconds}`).json(body);
}

/** adsbdb answers so what it does not know. */
function unknown(response: Response, what: "callsign" | "aircraft" | "airline"): void {
  send(response.status(404), { response: `unknown ${what}` });
}

/** adsbdb refuses so what is neither an address nor a number of the USA. */
function invalid(response: Response, what: "modeS" | "n_number", value: string): void {
  response.set("Cache-Control", "no-store").status(400);
  response.json({ response: `invalid ${what}: ${value}` });
}

/** @throws AppError `invalid_request` */
function positionOf(request: Request) {
  const read = PathPosition.safeParse(request.params);
  if (read.success) return { latitude: read.data.lat, longitude: read.data.lng };
  throw new AppError("invalid_request", "The position must be latitude and longitude in degrees");
}

/** Returns a name of the path in upper case, as callsigns and registrations are; empty if it can be none. */
function textOf(request: Request, name: string): string {
  const value = (request.params as Record<string, string>)[name] ?? "";
  return nameForm.test(value) ? value.toUpperCase() : "";
}

function badPlanes(error: z.ZodError): AppError {
  const errors = error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  return new AppError("invalid_request", "Invalid body members: planes", { errors });
}
