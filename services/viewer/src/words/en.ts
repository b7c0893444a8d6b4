import { about } from "./en/about.ts";
import { entity } from "./en/entity.ts";
import { frame } from "./en/frame.ts";
import { filters } from "./en/filters.ts";
import { list } from "./en/list.ts";
import { live } from "./en/live.ts";
import { map } from "./en/map.ts";
import { message } from "./en/message.ts";
import { pages } from "./en/pages.ts";
import { states } from "./en/states.ts";
import { stations } from "./en/stations.ts";
import { statistics } from "./en/statistics.ts";

/** Every text of the page, in English. Another language is another object of this shape. */
export const en = {
  about,
  entity,
  frame,
  filters,
  list,
  live,
  map,
  message,
  pages,
  states,
  stations,
  statistics,
};
