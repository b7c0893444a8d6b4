/** A benchmark of the report, and the options that make it short. */
interface ReportedBench {
  /** The command and the options that belong to it. */
  readonly argv: readonly string[];
  readonly quick: readonly string[];
}

const short = ["--seconds", "4", "--rounds", "1"];

/**
 * The benchmarks of the report by their names there. Those that look for faults instead of figures (`rig`, `cluster`,
 * `mutants`, `fuzz`) are not part of it.
 */
export const reportedBenches: Readonly<Record<string, ReportedBench>> = {
  rates: { argv: ["rates"], quick: [...short, "--rates", "25,500"] },
  "rates-one-process": { argv: ["rates", "--one-process"], quick: [...short, "--rates", "25,500"] },
  pipeline: { argv: ["pipeline"], quick: ["--seconds", "4", "--rates", "500,2000"] },
  replicas: { argv: ["replicas"], quick: [...short, "--replicas", "1,2"] },
  persist: { argv: ["persist"], quick: [] },
  parse: { argv: ["parse"], quick: [] },
  bytes: { argv: ["bytes"], quick: ["--rows", "20000"] },
  alerts: { argv: ["alerts"], quick: [] },
  rest: { argv: ["rest"], quick: [...short, "--rows", "20000,50000"] },
  firehose: { argv: ["firehose"], quick: [...short, "--sockets", "200"] },
  idle: { argv: ["idle"], quick: [...short, "--sockets", "100"] },
  rooms: { argv: ["rooms"], quick: [...short, "--sockets", "200"] },
  gateways: { argv: ["gateways"], quick: [...short, "--sockets", "100"] },
  hostile: { argv: ["hostile"], quick: [...short, "--sockets", "100"] },
  reconnects: { argv: ["reconnects"], quick: [...short, "--sockets", "200"] },
  watches: { argv: ["watches"], quick: ["--seconds", "4", "--sockets", "100"] },
  relay: { argv: ["relay"], quick: ["--seconds", "5"] },
  traces: { argv: ["traces"], quick: short },
};
