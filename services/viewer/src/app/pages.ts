import {
  Activity,
  Antenna,
  ChartColumn,
  Headphones,
  LayoutDashboard,
  type LucideIcon,
  Map,
  MessageCircle,
  Radio,
  RadioTower,
  Search,
  ShieldCheck,
  TowerControl,
} from "lucide-react";
import { en } from "../text/en.ts";

/** A page that the frame links to. */
export interface FramePage {
  readonly to: string;
  readonly name: string;
  readonly shortName?: string;
  readonly icon: LucideIcon;
  /** The key after `g` that opens it. */
  readonly key: string;
  readonly group: "watch" | "own" | "operate";
}

/** The pages of the rail, in its order. */
export const linkedPages: readonly FramePage[] = [
  { to: "/", name: en.frame.live, icon: Activity, key: "l", group: "watch" },
  { to: "/map", name: en.frame.map, icon: Map, key: "m", group: "watch" },
  { to: "/search", name: en.frame.search, icon: Search, key: "s", group: "watch" },
  { to: "/stations", name: en.frame.stations, icon: Radio, key: "t", group: "watch" },
  { to: "/stats", name: en.frame.statistics, icon: ChartColumn, key: "x", group: "watch" },
  {
    to: "/ground-stations",
    name: en.frame.groundStations,
    icon: TowerControl,
    key: "n",
    group: "watch",
  },
  { to: "/hf", name: en.frame.hf, icon: RadioTower, key: "f", group: "watch" },
  { to: "/vdl", name: en.frame.vdl, icon: Antenna, key: "v", group: "watch" },
  {
    to: "/heard",
    name: en.frame.reception,
    shortName: en.frame.receptionShort,
    icon: Headphones,
    key: "h",
    group: "own",
  },
  {
    to: "/desk",
    name: en.frame.desk,
    shortName: en.frame.deskShort,
    icon: LayoutDashboard,
    key: "d",
    group: "own",
  },
  { to: "/chat", name: en.frame.chat, icon: MessageCircle, key: "c", group: "own" },
  { to: "/operator", name: en.frame.operator, icon: ShieldCheck, key: "o", group: "operate" },
];

/** The pages of the bottom bar of a phone; the others are in its sheet. */
export function bottomPages(isSignedIn: boolean): readonly FramePage[] {
  const paths = ["/", "/map", "/search", isSignedIn ? "/desk" : "/heard"];
  return linkedPages.filter(({ to }) => paths.includes(to));
}
