import { describeUnless } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { member, repositoryServices, variablesOf } from "./service-variables.ts";
import {
  digest,
  missing,
  podsOf,
  render,
  small,
  medium,
  large,
  listOf,
  ofKind,
  helmRefusal,
  trial,
} from "./chart.ts";

function operatorReplicas(...set: string[]): unknown {
  const deployments = ofKind(render([...small, ...set]), "Deployment");
  return member(deployments.get("jetwire-operator"), "spec")["replicas"];
}

describeUnless(missing, "the chart", () => {
  describe.each([small, medium, large, trial])("with %s %s", (...values) => {
    const objects = missing === null ? render(values) : [];
    const pods = podsOf(objects);

    test("has a pod for every service, the migration and the operator", () => {
      const names = pods.map((pod) => pod.name).toSorted();
      expect(names).toEqual([...repositoryServices, "migrate", "operator"].toSorted());
    });

    test("has pods that the standard `restricted` admits", () => {
      for (const { spec, container } of pods) {
        expect(member(spec, "securityContext")).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: "RuntimeDefault" },
        });
        expect(container["securityContext"]).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(spec["automountServiceAccountToken"]).toBe(false);
        expect(member(member(container, "resources"), "limits")["memory"]).toMatch(/^\d+[MG]i$/);
      }
    });

    test("gives each pod the files that its variables name, and no others", () => {
      for (const { spec, variables } of pods) {
        const named = [...variables.values()].filter((value) => value.startsWith("/run/secrets/"));
        const secrets = listOf(spec, "volumes").map((volume) => member(volume, "secret"));
        const files = secrets.flatMap((secret) =>
          listOf(secret, "items").map((one) => one["path"]),
        );
        expect(new Set(files.map((file) => `/run/secrets/${String(file)}`))).toEqual(
          new Set(named),
        );
      }
    });

    test("has no password in a variable", () => {
      const entries = pods.flatMap(({ variables }) => [...variables]);
      const secrets = entries.filter(([name]) => /(PASSWORD|SECRET)(_PREVIOUS)?$/.test(name));
      const urls = entries.filter(([, value]) => /:\/\/[^/@]*:[^/@]*@/.test(value));
      expect([...secrets, ...urls]).toEqual([]);
    });

    test("stops a process no earlier than it needs to close", () => {
      for (const { name, spec, container, variables } of pods) {
        if (!repositoryServices.includes(name)) continue;
        const [, sleep = 0] = [
          member(member(member(container, "lifecycle"), "preStop"), "exec")["command"] ?? [],
        ].flat();
        const drain = name === "gateway" ? Number(variables.get("DRAIN_SECONDS")) : 0;
        // A process closes within ten seconds after SIGTERM, and after it has drained.
        expect(spec["terminationGracePeriodSeconds"]).toBeGreaterThanOrEqual(
          Number(sleep) + drain + 12,
        );
      }
    });

    test("confines the network of every pod", () => {
      const policies = [...ofKind(objects, "NetworkPolicy").keys()];
      expect(new Set(policies)).toEqual(new Set(pods.map((pod) => `jetwire-${pod.name}`)));
    });
  });

  test("gives a service only variables that some service reads", async () => {
    const read = new Set((await Promise.all(repositoryServices.map(variablesOf))).flat());
    for (const { name, variables } of podsOf(render(large))) {
      if (!repositoryServices.includes(name)) continue;
      const given = [...variables.keys()].map((one) =>
        one.replace(/_FILE$/, "").replace(/_PASSWORD$/, "_URL"),
      );
      expect(given.filter((one) => !read.has(one) && one !== "SERVICE")).toEqual([]);
    }
  });

  test.each([
    { set: [], seconds: "40", grace: 60 },
    {
      set: [
        "gateway.config.GATEWAY_CONNECTIONS_MAX=60000",
        "config.DRAIN_CONNECTIONS_PER_SECOND=700",
      ],
      seconds: "86",
      grace: 106,
    },
    { set: ["gateway.config.GATEWAY_CONNECTIONS_MAX=1000000"], seconds: "300", grace: 320 },
    { set: ["config.DRAIN_SECONDS=7.5"], seconds: "7.5", grace: 28 },
  ])("with $set, a gateway has $seconds s to drain", ({ set, seconds, grace }) => {
    const pods = podsOf(render([...medium, ...set.flatMap((one) => ["--set", one])]));
    const gateway = pods.find(({ name }) => name === "gateway");
    expect(gateway?.variables.get("DRAIN_SECONDS")).toBe(seconds);
    expect(gateway?.spec["terminationGracePeriodSeconds"]).toBe(grace);
  });

  test("gives the operator's pod its key and the passwords of its own users alone", () => {
    for (const values of [small, large]) {
      const operator = podsOf(render(values)).find(({ name }) => name === "operator");
      const secrets = [...(operator?.variables ?? [])].filter(([name]) => name.endsWith("_FILE"));
      expect(Object.fromEntries(secrets)).toEqual({
        REDIS_PASSWORD_FILE: "/run/secrets/operator-password",
        DATABASE_PASSWORD_FILE: "/run/secrets/postgres-password",
        JETWIRE_KEY_FILE: "/run/secrets/operator-key",
      });
    }
  });

  test("runs the operator's pod only on demand, when asked", () => {
    expect(operatorReplicas()).toBe(1);
    expect(operatorReplicas("--set", "operator.replicas=0")).toBe(0);
    expect(helmRefusal([...small, "--set", "operator.replicas=2"])).toContain("replicas");
  });

  test("gives each service a user of its own, with Redis Cluster and a replica of Postgres too", () => {
    for (const { name, variables } of podsOf(render(large))) {
      if (!repositoryServices.includes(name)) continue;
      expect(variables.get("REDIS_URL")).toBe(
        `redis+cluster://jw-${name}@redis-0.redis.data:6379,redis-1.redis.data:6379,redis-2.redis.data:6379`,
      );
      expect(variables.get("DATABASE_URL")).toContain(`//jetwire_${name}@postgres-rw.data:`);
      expect(variables.get("DATABASE_READ_URL")).toBe(
        name === "rest" ? "postgres://jetwire_rest@postgres-ro.data:5432/jetwire" : undefined,
      );
    }
  });

  test("lets every pod trust the authorities of a ConfigMap", () => {
    const authorities = ["configMap=stores", "key=stores.pem"].flatMap((one) => [
      "--set",
      `certificateAuthorities.${one}`,
    ]);
    const pods = podsOf(render([...small, ...authorities]));
    expect(pods.length).toBeGreaterThan(repositoryServices.length);
    for (const { spec, container, variables } of pods) {
      const [volume] = listOf(spec, "volumes").filter((one) => one["configMap"] !== undefined);
      expect(volume?.["configMap"]).toEqual({
        name: "stores",
        items: [{ key: "stores.pem", path: "ca.crt" }],
      });
      const mounts = listOf(container, "volumeMounts");
      const [mount] = mounts.filter((one) => one["name"] === volume?.["name"]);
      expect(variables.get("NODE_EXTRA_CA_CERTS")).toBe(`${String(mount?.["mountPath"])}/ca.crt`);
    }
  });

  test("keeps a journal for each ingest, beyond its pod", () => {
    const ingest = member(ofKind(render(medium), "StatefulSet").get("jetwire-ingest"), "spec");
    expect(ingest["persistentVolumeClaimRetentionPolicy"]).toEqual({
      whenScaled: "Retain",
      whenDeleted: "Retain",
    });
    const [claim = {}] = listOf(ingest, "volumeClaimTemplates");
    expect(member(member(member(claim, "spec"), "resources"), "requests")["storage"]).toBe("10Gi");
    const [pod] = podsOf(render(medium)).filter(({ name }) => name === "ingest");
    expect(pod?.variables.get("INGEST_JOURNAL_DIR")).toBe("/var/lib/jetwire/journal");
    expect(listOf(pod?.container ?? {}, "volumeMounts")).toContainEqual({
      name: "journal",
      mountPath: "/var/lib/jetwire",
    });
  });

  test.each([
    { set: [`image.digest=${digest}`], ingest: `@${digest}`, rest: `@${digest}` },
    {
      set: [`image.digest=${digest}`, "ingest.image.tag=next"],
      ingest: ":next",
      rest: `@${digest}`,
    },
    {
      set: ["image.tag=0.1.0", `ingest.image.digest=${digest}`],
      ingest: `@${digest}`,
      rest: ":0.1.0",
    },
    { set: ["image.tag=0.1.0", "ingest.image.tag=0.2.0"], ingest: ":0.2.0", rest: ":0.1.0" },
    { set: ["image.tag=0.1.0", "ingest.image=null"], ingest: ":0.1.0", rest: ":0.1.0" },
  ])("with $set, ingest is $ingest and REST is $rest", ({ set, ingest, rest }) => {
    const pods = podsOf(render([...small, ...set.flatMap((one) => ["--set", one])]));
    const imageOf = (name: string) => pods.find((pod) => pod.name === name)?.container["image"];
    expect(imageOf("ingest")).toBe(`registry.example.org/jetwire${ingest}`);
    expect(imageOf("rest")).toBe(`registry.example.org/jetwire${rest}`);
  });
});
