import { aboutTexts } from "./en/about.ts";
import { accountTexts } from "./en/account.ts";
import { chatTexts } from "./en/chat.ts";
import {
  alertTexts,
  claimTexts,
  deskTexts,
  erasureTexts,
  keyTexts,
  stationSettingsTexts,
  transferTexts,
} from "./en/desk.ts";
import { destinationTexts } from "./en/destinations.ts";
import { entityTexts } from "./en/entity.ts";
import { apiRequestTexts } from "./en/parts/api-request.ts";
import { commandPaletteTexts } from "./en/parts/command-palette.ts";
import { healthAlertTexts } from "./en/health-alerts.ts";
import { hfTexts } from "./en/hf.ts";
import { keyHelpTexts } from "./en/parts/key-help.ts";
import { searchTexts } from "./en/search.ts";
import { filterTexts } from "./en/parts/filters.ts";
import { formTexts } from "./en/parts/forms.ts";
import { frameTexts } from "./en/parts/frame.ts";
import { receptionTexts } from "./en/reception.ts";
import { listTexts } from "./en/parts/list.ts";
import { liveTexts } from "./en/live.ts";
import { mapTexts } from "./en/map.ts";
import { messageViewTexts } from "./en/message.ts";
import { notificationTexts } from "./en/notifications.ts";
import { operatorTexts } from "./en/operator.ts";
import { pageTexts } from "./en/parts/pages.ts";
import { reasonTexts } from "./en/parts/reasons.ts";
import { routeTexts } from "./en/parts/route.ts";
import { setupTexts } from "./en/setup.ts";
import { signInTexts } from "./en/sign-in.ts";
import { stateTexts } from "./en/parts/states.ts";
import { stationTexts } from "./en/stations.ts";
import { statisticsTexts, undecodedTexts } from "./en/statistics.ts";
import { vdlTexts } from "./en/vdl.ts";

/** Every text of the page, in English. Another language is another object of this shape. */
export const en = {
  about: aboutTexts,
  account: accountTexts,
  alerts: alertTexts,
  chat: chatTexts,
  claim: claimTexts,
  desk: deskTexts,
  destinations: destinationTexts,
  entity: entityTexts,
  filters: filterTexts,
  forms: formTexts,
  healthAlerts: healthAlertTexts,
  hf: hfTexts,
  search: searchTexts,
  keyHelp: keyHelpTexts,
  commandPalette: commandPaletteTexts,
  apiRequest: apiRequestTexts,
  frame: frameTexts,
  reception: receptionTexts,
  erasures: erasureTexts,
  keys: keyTexts,
  transfers: transferTexts,
  list: listTexts,
  live: liveTexts,
  map: mapTexts,
  message: messageViewTexts,
  notifications: notificationTexts,
  operator: operatorTexts,
  pages: pageTexts,
  reasons: reasonTexts,
  route: routeTexts,
  setup: setupTexts,
  signIn: signInTexts,
  states: stateTexts,
  stations: stationTexts,
  stationSettings: stationSettingsTexts,
  statistics: statisticsTexts,
  undecoded: undecodedTexts,
  vdl: vdlTexts,
};
