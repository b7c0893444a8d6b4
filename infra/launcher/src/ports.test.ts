import { describe, expect, test } from "vitest";
import { LaunchError } from "./launch-error.ts";
import { portSpan } from "./options.ts";
import { portsFor } from "./ports.ts";
import { replicaNames } from "./service-processes.ts";
import { wantedPorts } from "./wanted-ports.ts";

const own = { redis: true, postgres: true };
const mostGateways = 16;

describe("portsFor", () => {
  test("keeps the ports that decoders are set up for", () => {
    expect(portsFor(undefined, {})).toMatchObject({
      rest: 8080,
      ws: 8081,
      ingestHttp: 8082,
      redis: 8083,
      postgres: 8084,
      health: 9090,
      udp: expect.arrayContaining([5550, 5555, 6000]),
      tcp: expect.arrayContaining([5550, 5553, 5590]),
    });
  });

  test.each([undefined, 21_000])("gives every use a port of its own (base %s)", (base) => {
    const wanted = wantedPorts(portsFor(base, {}), replicaNames(mostGateways).length, own);
    const names = wanted.map(({ port, protocol }) => `${port}/${protocol}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("stays within the block that the help names", () => {
    const wanted = wantedPorts(portsFor(21_000, {}), replicaNames(mostGateways).length, own);
    for (const { port } of wanted) {
      expect(port).toBeGreaterThanOrEqual(21_000);
      expect(port).toBeLessThan(21_000 + portSpan);
    }
  });

  test("lets the environment choose the feeder ports", () => {
    const ports = portsFor(21_000, { INGEST_UDP_PORTS: "7001, 7002", INGEST_TCP_PORTS: "" });
    expect(ports.udp).toEqual([7001, 7002]);
    expect(ports.tcp[0]).toBe(21_020);
  });

  test("refuses what is no list of ports", () => {
    expect(() => portsFor(undefined, { INGEST_TCP_PORTS: "7001;7002" })).toThrow(LaunchError);
  });

  test("claims no port for a server of the operator's own", () => {
    const wanted = wantedPorts(portsFor(21_000, {}), 1, { redis: false, postgres: false });
    expect(wanted.map(({ port }) => port)).not.toContain(21_003);
    expect(wanted.map(({ port }) => port)).not.toContain(21_004);
  });
});
