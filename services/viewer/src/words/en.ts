import { about } from "./en/about.ts";
import { account } from "./en/account.ts";
import { chat } from "./en/chat.ts";
import { alerts, claim, desk, erasures, keys, stationSettings, transfers } from "./en/desk.ts";
import { entity } from "./en/entity.ts";
import { apiRequest } from "./en/api-request.ts";
import { jump } from "./en/jump.ts";
import { keyHelp } from "./en/key-help.ts";
import { search } from "./en/search.ts";
import { filters } from "./en/filters.ts";
import { forms } from "./en/forms.ts";
import { frame } from "./en/frame.ts";
import { heard } from "./en/heard.ts";
import { list } from "./en/list.ts";
import { live } from "./en/live.ts";
import { map } from "./en/map.ts";
import { message } from "./en/message.ts";
import { notifications } from "./en/notifications.ts";
import { operator } from "./en/operator.ts";
import { pages } from "./en/pages.ts";
import { reasons } from "./en/reasons.ts";
import { signIn } from "./en/sign-in.ts";
import { states } from "./en/states.ts";
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
  jump,
  apiRequest,
  frame,
  heard,
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
