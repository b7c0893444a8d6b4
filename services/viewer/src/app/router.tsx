import { createRootRoute, createRoute, createRouter } from "@tanstack/react-router";
import { LivePage } from "../live/page.tsx";
import { ErrorPage, NotFoundPage } from "./error-pages.tsx";
import { Frame } from "./frame/frame.tsx";
import { lazyPage } from "./lazy-part.ts";
import { anyQuery, parseSearch, stringifySearch } from "./search-params.ts";

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
  validateSearch: anyQuery,
});

const live = createRoute({ getParentRoute: () => root, path: "/", component: LivePage });

const map = createRoute({
  getParentRoute: () => root,
  path: "/map",
  component: lazyPage(() => import("../map/page.tsx"), "MapPage"),
});

const search = createRoute({
  getParentRoute: () => root,
  path: "/search",
  component: lazyPage(() => import("../search/page.tsx"), "SearchPage"),
});

const message = createRoute({
  getParentRoute: () => root,
  path: "/messages/$id",
  component: lazyPage(() => import("../message/page.tsx"), "MessagePage"),
});

const flights = createRoute({
  getParentRoute: () => root,
  path: "/flights",
  component: lazyPage(() => import("../flight/list-page.tsx"), "FlightsPage"),
});

const flight = createRoute({
  getParentRoute: () => root,
  path: "/flights/$id",
  component: lazyPage(() => import("../flight/page.tsx"), "FlightPage"),
});

const airframe = createRoute({
  getParentRoute: () => root,
  path: "/airframes/$icao",
  component: lazyPage(() => import("../airframe/page.tsx"), "AirframePage"),
});

const airline = createRoute({
  getParentRoute: () => root,
  path: "/airlines/$code",
  component: lazyPage(() => import("../airline/page.tsx"), "AirlinePage"),
});

const airport = createRoute({
  getParentRoute: () => root,
  path: "/airports/$code",
  component: lazyPage(() => import("../airport/page.tsx"), "AirportPage"),
});

const stations = createRoute({
  getParentRoute: () => root,
  path: "/stations",
  component: lazyPage(() => import("../station/list-page.tsx"), "StationsPage"),
});

const station = createRoute({
  getParentRoute: () => root,
  path: "/stations/$id",
  component: lazyPage(() => import("../station/page.tsx"), "StationPage"),
});

const groundStations = createRoute({
  getParentRoute: () => root,
  path: "/ground-stations",
  component: lazyPage(() => import("../ground-stations/page.tsx"), "GroundStationsPage"),
});

const hf = createRoute({
  getParentRoute: () => root,
  path: "/hf",
  component: lazyPage(() => import("../hf/page.tsx"), "HfPage"),
});

const vdl = createRoute({
  getParentRoute: () => root,
  path: "/vdl",
  component: lazyPage(() => import("../vdl/page.tsx"), "VdlPage"),
});

const statistics = createRoute({
  getParentRoute: () => root,
  path: "/stats",
  component: lazyPage(() => import("../statistics/page.tsx"), "StatisticsPage"),
});

const undecoded = createRoute({
  getParentRoute: () => root,
  path: "/undecoded",
  component: lazyPage(() => import("../undecoded/page.tsx"), "UndecodedPage"),
});

const reception = createRoute({
  getParentRoute: () => root,
  path: "/heard",
  component: lazyPage(() => import("../reception/page.tsx"), "ReceptionPage"),
});

const desk = createRoute({
  getParentRoute: () => root,
  path: "/desk",
  component: lazyPage(() => import("../desk/page.tsx"), "DeskPage"),
});

const deskClaim = createRoute({
  getParentRoute: () => root,
  path: "/desk/claim",
  component: lazyPage(() => import("../desk/claims/page.tsx"), "ClaimPage"),
});

const deskKeys = createRoute({
  getParentRoute: () => root,
  path: "/desk/keys",
  component: lazyPage(() => import("../desk/keys/page.tsx"), "KeysPage"),
});

const deskAlerts = createRoute({
  getParentRoute: () => root,
  path: "/desk/alerts",
  component: lazyPage(() => import("../desk/alerts/page.tsx"), "AlertsPage"),
});

const deskDestinations = createRoute({
  getParentRoute: () => root,
  path: "/desk/destinations",
  component: lazyPage(() => import("../desk/destinations/page.tsx"), "DestinationsPage"),
});

const deskStation = createRoute({
  getParentRoute: () => root,
  path: "/desk/stations/$id",
  component: lazyPage(() => import("../desk/station/page.tsx"), "DeskStationPage"),
});

const chat = createRoute({
  getParentRoute: () => root,
  path: "/chat/{-$userId}",
  component: lazyPage(() => import("../chat/page.tsx"), "ChatPage"),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: "/notifications",
  component: lazyPage(() => import("../notifications/page.tsx"), "NotificationsPage"),
});

const account = createRoute({
  getParentRoute: () => root,
  path: "/account",
  component: lazyPage(() => import("../account/page.tsx"), "AccountPage"),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: lazyPage(() => import("../sign-in/page.tsx"), "SignInPage"),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  component: lazyPage(() => import("../sign-in/sign-up-page.tsx"), "SignUpPage"),
});

const link = createRoute({
  getParentRoute: () => root,
  path: "/link",
  component: lazyPage(() => import("../sign-in/link-page.tsx"), "LinkPage"),
});

const stop = createRoute({
  getParentRoute: () => root,
  path: "/stop",
  component: lazyPage(() => import("../sign-in/stop-page.tsx"), "StopPage"),
});

const claimCode = createRoute({
  getParentRoute: () => root,
  path: "/c/$code",
  component: lazyPage(() => import("../desk/claims/code-page.tsx"), "ClaimCodePage"),
});

const operator = createRoute({
  getParentRoute: () => root,
  path: "/operator/{-$section}",
  component: lazyPage(() => import("../operator/page.tsx"), "OperatorPage"),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: lazyPage(() => import("../setup/page.tsx"), "SetupPage"),
});

const about = createRoute({
  getParentRoute: () => root,
  path: "/about",
  component: lazyPage(() => import("../about/page.tsx"), "AboutPage"),
});

/** The pages. Each but the first one loads its own code when it is opened. */
export const router = createRouter({
  routeTree: root.addChildren([
    live,
    map,
    search,
    message,
    flights,
    flight,
    airframe,
    airline,
    airport,
    stations,
    station,
    groundStations,
    hf,
    vdl,
    statistics,
    undecoded,
    reception,
    desk,
    deskClaim,
    deskKeys,
    deskAlerts,
    deskDestinations,
    deskStation,
    chat,
    notifications,
    account,
    signIn,
    signUp,
    link,
    stop,
    claimCode,
    operator,
    setup,
    about,
  ]),
  parseSearch,
  stringifySearch,
  // The frame stays if a page fails.
  defaultErrorComponent: ErrorPage,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingMs: 200,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
