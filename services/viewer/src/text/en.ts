import { about } from "./en/about.ts";
import { account } from "./en/account.ts";
import { chat } from "./en/chat.ts";
import { alerts, claim, desk, erasures, keys, stationSettings, transfers } from "./en/desk.ts";
import { entity } from "./en/entity.ts";
import { apiRequest } from "./en/parts/api-request.ts";
import { commandPalette } from "./en/parts/command-palette.ts";
import { keyHelp } from "./en/parts/key-help.ts";
import { search } from "./en/search.ts";
import { filters } from "./en/parts/filters.ts";
import { forms } from "./en/parts/forms.ts";
import { frame } from "./en/parts/frame.ts";
import { reception } from "./en/reception.ts";
import { list } from "./en/parts/list.ts";
import { live } from "./en/live.ts";
import { map } from "./en/map.ts";
import { message } from "./en/message.ts";
import { notifications } from "./en/notifications.ts";
import { operator } from "./en/operator.ts";
import { pages } from "./en/parts/pages.ts";
import { reasons } from "./en/parts/reasons.ts";
import { signIn } from "./en/sign-in.ts";
import { states } from "./en/parts/states.ts";
import { stations } from "./en/stations.ts";
import { statistics } from "./en/statistics.ts";

/** Every text of the page, in English. Another language is another object of this shape. */
export const en = {
  about,
  account,
  alerts,
  chat,
  claim,
  desk,
  entity,
  filters,
  forms,
  search,
  keyHelp,
  commandPalette,
  apiRequest,
  frame,
  reception,
  erasures,
  keys,
  transfers,
  list,
  live,
  map,
  message,
  notifications,
  operator,
  pages,
  reasons,
  signIn,
  states,
  stations,
  stationSettings,
  statistics,
};
