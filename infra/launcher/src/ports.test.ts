import { describe, expect, test } from "vitest";
import { LaunchError } from "./launch-error.ts";
import { portSpan, portsFor, requiredPorts } from "./ports.ts";
import { processNames } from "./services.ts";

const mostUsers = {
  servicesCount: processNames(16).length,
  redis: true,
  postgres: true,
  page: true,
};

describe("portsFor", () => {
  test("uses the ports to which decoders send by default", () => {
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
    const required = requiredPorts(portsFor(base, {}), mostUsers);
    const names = required.map(({ port, protocol }) => `${port}/${protocol}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("stays within the block that the help names", () => {
    const required = requiredPorts(portsFor(21_000, {}), mostUsers);
    for (const { port } of required) {
      expect(port).toBeGreaterThanOrEqual(21_000);
      expect(port).toBeLessThan(21_000 + portSpan);
    }
  });

  test("lets the environment choose the feeder ports", () => {
    const ports = portsFor(21_000, { INGEST_UDP_PORTS: "7001, 7002", INGEST_TCP_PORTS: "" });
    expect(ports.udp).toEqual([7001, 7002]);
    expect(ports.tcp[0]).toBe(21_020);
  });

  test("rejects a malformed list of ports", () => {
    expect(() => portsFor(undefined, { INGEST_TCP_PORTS: "7001;7002" })).toThrow(LaunchError);
  });

  test("requires no port for a server that the operator provides", () => {
    const users = { servicesCount: 1, redis: false, postgres: false, page: false };
    const ports = requiredPorts(portsFor(21_000, {}), users).map(({ port }) => port);
    expect(ports).not.toContain(21_003);
    expect(ports).not.toContain(21_004);
  });
});
