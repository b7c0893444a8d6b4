/** The ports of a service that take messages. Each takes every format. */
export interface FeedPorts {
  readonly udp: readonly number[];
  readonly tcp: readonly number[];
}

/** A station, and the service to which it sends. */
export interface DecoderTarget {
  readonly host: string;
  readonly ports: FeedPorts;
  /** The name of the station; with a station key, joined by `~`. */
  readonly ident: string;
}

/** The form of a text: for a terminal, a compose file, a settings window or a configuration file. */
type CommandForm = "shell" | "environment" | "settings" | "json";

/** A program that sends to the service, and how it is set up. */
export interface FeederProgram {
  /** Identifies the program in links. */
  readonly id: string;
  readonly name: string;
  /** Source types that it receives; a relay has several. */
  readonly sourceTypes: readonly string[];
  readonly form: CommandForm;
  /** The ports that its own documentation suggests. */
  readonly suggested: readonly FeederPort[];
  /** Whether it takes an IP address only. */
  readonly needsAddress: boolean;
}

/** A port that a program sends to by default. */
interface FeederPort {
  readonly transport: "udp" | "tcp";
  readonly port: number;
}

interface ProgramRow extends FeederProgram {
  text(to: Destination): string;
}

/** A target as the texts contain it. */
interface Destination {
  readonly host: string;
  /** The host in front of `:port`: IPv6 addresses in brackets. */
  readonly authority: string;
  /** The ident, with the key if there is one. */
  readonly ident: string;
  /** Returns the port to use where a program suggests one. */
  port(suggested: FeederPort): number;
}

const acars: FeederPort = { transport: "udp", port: 5550 };
const vdl: FeederPort = { transport: "udp", port: 5555 };
const dumpvdl: FeederPort = { transport: "udp", port: 5552 };
const hfdl: FeederPort = { transport: "tcp", port: 5556 };
const routedVdl: FeederPort = { transport: "tcp", port: 5553 };
const satcom: FeederPort = { transport: "udp", port: 5571 };
const iridium: FeederPort = { transport: "tcp", port: 5590 };

/** acars_router drops messages that are more than five seconds old by default, as many of HFDL are. */
const routerSkewSeconds = 60;

/** Returns a comment of one line about the ident, which a relay leaves to the decoders. */
function identOfDecoder(ident: string): string {
  return `# In each decoder, an ident of its own: ${ident.replaceAll(/\s/g, " ")}`;
}

/**
 * The programs that feeders run. Frequencies are examples of busy channels, in the unit that each
 * program takes.
 */
const rows: readonly ProgramRow[] = [
  {
    id: "acarsdec-4",
    name: "acarsdec 4",
    sourceTypes: ["acars"],
    form: "shell",
    suggested: [acars],
    needsAddress: false,
    text: ({ host, ident, port }) =>
      `acarsdec -i ${shell(ident)} --output json:udp:host=${host},port=${port(acars)} --rtlsdr 0 131.525 131.725 131.825`,
  },
  {
    id: "acarsdec-3",
    name: "acarsdec 3",
    sourceTypes: ["acars"],
    form: "shell",
    suggested: [acars],
    needsAddress: false,
    text: ({ authority, ident, port }) =>
      `acarsdec -i ${shell(ident)} -o 0 -j ${authority}:${port(acars)} -r 0 131.525 131.725 131.825`,
  },
  {
    id: "vdlm2dec",
    name: "vdlm2dec",
    sourceTypes: ["vdl"],
    form: "shell",
    suggested: [vdl],
    needsAddress: false,
    text: ({ authority, ident, port }) =>
      `vdlm2dec -i ${shell(ident)} -j ${authority}:${port(vdl)} -r 0 136.725 136.775 136.875 136.975`,
  },
  {
    id: "dumpvdl2",
    name: "dumpvdl2",
    sourceTypes: ["vdl"],
    form: "shell",
    suggested: [dumpvdl],
    needsAddress: false,
    text: ({ host, ident, port }) =>
      `dumpvdl2 --rtlsdr 0 --station-id ${shell(ident)} --output decoded:json:udp:address=${host},port=${port(dumpvdl)} 136725000 136875000 136975000`,
  },
  {
    id: "dumphfdl",
    name: "dumphfdl",
    sourceTypes: ["hfdl"],
    form: "shell",
    suggested: [hfdl],
    needsAddress: false,
    text: ({ host, ident, port }) =>
      `dumphfdl --soapysdr driver=sdrplay --sample-rate 250000 --station-id ${shell(ident)} --output decoded:json:tcp:address=${host},port=${port(hfdl)} 8834 8885 8894 8912 8927 8939 8942 8948 8957 8977`,
  },
  {
    id: "jaero",
    name: "JAERO",
    sourceTypes: ["aero-acars"],
    form: "settings",
    suggested: [satcom],
    needsAddress: false,
    text: ({ host, ident, port }) =>
      [
        "[x] Enable output feeding using UDP",
        `[x] Set station ID: ${ident}`,
        "Format: JSONdump",
        `Host: ${host}`,
        `Port: ${port(satcom)}`,
      ].join("\n"),
  },
  {
    id: "satdump",
    name: "SatDump",
    sourceTypes: ["aero-acars"],
    form: "json",
    suggested: [satcom],
    needsAddress: true,
    text: ({ host, ident, port }) =>
      `"inmarsat_aero_parser": ${JSON.stringify(
        {
          save_files: false,
          station_id: ident,
          udp_sinks: { jetwire: { address: host, port: port(satcom) } },
        },
        null,
        2,
      )}`,
  },
  {
    id: "iridium-toolkit",
    name: "iridium-toolkit",
    sourceTypes: ["iridium-acars"],
    form: "shell",
    suggested: [iridium],
    needsAddress: false,
    text: ({ authority, ident, port }) =>
      [
        "export PYTHONUNBUFFERED=x",
        // Without `--no-airframes`, the script sends to airframes.io as well.
        `reassembler.py -i zmq: -m acars -a json --station ${shell(ident)} | iridium-acars-to-airframes.py --no-airframes --output tcp:${authority}:${port(iridium)}`,
      ].join("\n"),
  },
  {
    id: "acars-router",
    name: "acars_router",
    sourceTypes: ["acars", "vdl", "hfdl"],
    form: "shell",
    suggested: [acars, routedVdl, hfdl],
    needsAddress: false,
    // No `--override-station-name`: it would give the messages of all receivers one ident.
    text: ({ authority, ident, port }) =>
      [
        `${identOfDecoder(shell(ident))}\nacars_router`,
        "--listen-udp-acars 5550 --listen-udp-vdlm2 5555 --listen-udp-hfdl 5556",
        `--skew-window ${routerSkewSeconds}`,
        `--send-udp-acars ${authority}:${port(acars)}`,
        `--send-tcp-vdlm2 ${authority}:${port(routedVdl)}`,
        `--send-tcp-hfdl ${authority}:${port(hfdl)}`,
      ].join(" "),
  },
  {
    id: "acars-hub",
    name: "ACARS Hub",
    sourceTypes: ["acars", "vdl", "hfdl"],
    form: "environment",
    suggested: [acars, routedVdl, hfdl],
    needsAddress: false,
    // ACARS Hub itself sends nothing to other services: the router beside it does.
    text: ({ authority, ident, port }) =>
      [
        identOfDecoder(`FEED_ID=${ident}`),
        "# Variables of acars_router:",
        `AR_SKEW_WINDOW=${routerSkewSeconds}`,
        `AR_SEND_UDP_ACARS=acarshub:5550;${authority}:${port(acars)}`,
        "AR_SEND_UDP_VDLM2=acarshub:5555",
        `AR_SEND_TCP_VDLM2=${authority}:${port(routedVdl)}`,
        "AR_SEND_UDP_HFDL=acarshub:5556",
        `AR_SEND_TCP_HFDL=${authority}:${port(hfdl)}`,
      ].join("\n"),
  },
];

/** The programs, in the order in which they are offered. */
export const feederPrograms: readonly FeederProgram[] = rows;

/**
 * Returns the text by which a program sends to a service. Where the service does not listen on the
 * port that the program suggests, the first other port is used.
 *
 * @returns null if there is no such program, or the service has no port of its kind
 */
export function commandLine(programId: string, target: DecoderTarget): string | null {
  const row = rows.find(({ id }) => id === programId);
  if (row === undefined) return null;
  const { host, ports, ident } = target;
  if (row.suggested.some(({ transport }) => ports[transport].length === 0)) return null;
  return row.text({
    host,
    authority: host.includes(":") ? `[${host}]` : host,
    ident,
    port: (suggested) => portOf(suggested, ports),
  });
}

function portOf({ transport, port }: FeederPort, ports: FeedPorts): number {
  const listening = ports[transport];
  return listening.includes(port) ? port : (listening[0] ?? port);
}

/** Quotes a text for a POSIX shell, if it needs it. */
function shell(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
