import { accountEndpoints } from "./accounts/accounts.ts";
import { aggregatorEndpoints } from "./aggregator.ts";
import { airframeEndpoints } from "./airframes/airframes.ts";
import { airlineEndpoints } from "./airframes/airlines.ts";
import { airlineListEndpoints } from "./airframes/airline-lists.ts";
import { airportFlightEndpoints } from "./airframes/airport-flights.ts";
import { airportEndpoints } from "./airframes/airports.ts";
import { alertEndpoints } from "./accounts/alerts.ts";
import { chatEndpoints } from "./chat.ts";
import { claimEndpoints } from "./stations/claims.ts";
import { destinationEndpoints } from "./accounts/destinations.ts";
import { feedingEndpoints } from "./stations/feeding.ts";
import { flightEndpoints } from "./airframes/flights.ts";
import { flightFactsEndpoints } from "./airframes/flight-facts.ts";
import { flightTrackEndpoints } from "./airframes/flight-track.ts";
import { routeFileEndpoints } from "./airframes/route-files.ts";
import { groundStationEndpoints } from "./stations/ground-stations.ts";
import { hfEndpoints } from "./stations/hf.ts";
import { ownNetworkEndpoints } from "./stations/own-network.ts";
import { labelEndpoints } from "./labels.ts";
import { lookupEndpoints } from "./lookup.ts";
import { messageExportEndpoints } from "./messages/message-export.ts";
import { messageEndpoints } from "./messages/messages.ts";
import { notificationEndpoints } from "./accounts/notifications.ts";
import { positionEndpoints } from "./messages/positions.ts";
import { passkeyEndpoints } from "./sign-in/passkeys.ts";
import { quietHoursEndpoints } from "./accounts/quiet-hours.ts";
import { operatorEndpoints } from "./operator/index.ts";
import { privacyEndpoints } from "./accounts/privacy.ts";
import { profileEndpoints } from "./sign-in/profile.ts";
import { sessionEndpoints } from "./accounts/sessions.ts";
import { stationCoverageEndpoints } from "./stations/station-coverage.ts";
import { setupEndpoints } from "./setup.ts";
import { signInEndpoints } from "./sign-in/sign-in.ts";
import { receiptEndpoints } from "./stations/receipts.ts";
import { stationKeyEndpoints } from "./stations/station-keys.ts";
import { stationStatusEndpoints } from "./stations/station-status.ts";
import { stationTransferEndpoints } from "./stations/station-transfers.ts";
import { stationEndpoints } from "./stations/stations.ts";
import { vdlEndpoints } from "./stations/vdl.ts";
import { statsEndpoints } from "./stats/stats.ts";
import { undecodedEndpoints } from "./stats/undecoded.ts";
import { serviceEndpoints } from "./status.ts";
import { streamEndpoints } from "./messages/streams.ts";
import { userEndpoints } from "./accounts/users.ts";
import { webSessionEndpoints } from "./sign-in/web-sessions.ts";
import { oidcEndpoints } from "./sign-in/oidc.ts";

/** The whole REST interface by operation name: each has one route, one entry in the documents. */
export const endpoints = {
  ...messageExportEndpoints,
  ...messageEndpoints,
  ...stationEndpoints,
  ...stationStatusEndpoints,
  ...stationKeyEndpoints,
  ...stationCoverageEndpoints,
  ...receiptEndpoints,
  ...airframeEndpoints,
  ...flightEndpoints,
  ...flightFactsEndpoints,
  ...routeFileEndpoints,
  ...flightTrackEndpoints,
  ...positionEndpoints,
  ...airlineEndpoints,
  ...airlineListEndpoints,
  ...airportEndpoints,
  ...airportFlightEndpoints,
  ...labelEndpoints,
  ...lookupEndpoints,
  ...groundStationEndpoints,
  ...hfEndpoints,
  ...vdlEndpoints,
  ...statsEndpoints,
  ...undecodedEndpoints,
  ...claimEndpoints,
  ...ownNetworkEndpoints,
  ...feedingEndpoints,
  ...stationTransferEndpoints,
  ...accountEndpoints,
  ...privacyEndpoints,
  ...sessionEndpoints,
  ...webSessionEndpoints,
  ...oidcEndpoints,
  ...signInEndpoints,
  ...passkeyEndpoints,
  ...profileEndpoints,
  ...chatEndpoints,
  ...notificationEndpoints,
  ...alertEndpoints,
  ...destinationEndpoints,
  ...quietHoursEndpoints,
  ...userEndpoints,
  ...operatorEndpoints,
  ...streamEndpoints,
  ...serviceEndpoints,
  ...setupEndpoints,
  ...aggregatorEndpoints,
} as const;
