import { accountEndpoints } from "./accounts.ts";
import { airframeEndpoints } from "./airframes.ts";
import { airlineEndpoints } from "./airlines.ts";
import { airlineListEndpoints } from "./airline-lists.ts";
import { airportEndpoints } from "./airports.ts";
import { alertEndpoints } from "./alerts.ts";
import { chatEndpoints } from "./chat.ts";
import { claimEndpoints } from "./claims.ts";
import { flightEndpoints } from "./flights.ts";
import { flightTrackEndpoints } from "./flight-track.ts";
import { groundStationEndpoints } from "./ground-stations.ts";
import { ownNetworkEndpoints } from "./own-network.ts";
import { labelEndpoints } from "./labels.ts";
import { lookupEndpoints } from "./lookup.ts";
import { messageExportEndpoints } from "./message-export.ts";
import { messageEndpoints } from "./messages.ts";
import { notificationEndpoints } from "./notifications.ts";
import { positionEndpoints } from "./positions.ts";
import { passkeyEndpoints } from "./sign-in/passkeys.ts";
import { operatorEndpoints } from "./operator/index.ts";
import { privacyEndpoints } from "./privacy.ts";
import { profileEndpoints } from "./sign-in/profile.ts";
import { sessionEndpoints } from "./sessions.ts";
import { stationCoverageEndpoints } from "./station-coverage.ts";
import { signInEndpoints } from "./sign-in/sign-in.ts";
import { stationKeyEndpoints } from "./station-keys.ts";
import { stationTransferEndpoints } from "./station-transfers.ts";
import { stationEndpoints } from "./stations.ts";
import { statsEndpoints } from "./stats.ts";
import { serviceEndpoints } from "./status.ts";
import { streamEndpoints } from "./streams.ts";
import { userEndpoints } from "./users.ts";
import { webSessionEndpoints } from "./sign-in/web-sessions.ts";
import { oidcEndpoints } from "./sign-in/oidc.ts";

/** The whole REST interface by operation name: each has one route, one entry in the documents. */
export const endpoints = {
  ...messageExportEndpoints,
  ...messageEndpoints,
  ...stationEndpoints,
  ...stationKeyEndpoints,
  ...stationCoverageEndpoints,
  ...airframeEndpoints,
  ...flightEndpoints,
  ...flightTrackEndpoints,
  ...positionEndpoints,
  ...airlineEndpoints,
  ...airlineListEndpoints,
  ...airportEndpoints,
  ...labelEndpoints,
  ...lookupEndpoints,
  ...groundStationEndpoints,
  ...statsEndpoints,
  ...claimEndpoints,
  ...ownNetworkEndpoints,
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
  ...userEndpoints,
  ...operatorEndpoints,
  ...streamEndpoints,
  ...serviceEndpoints,
} as const;
