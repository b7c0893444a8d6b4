import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeUnless } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { isRecord } from "../src/json-file.ts";
import { member, repositoryServices, root, variablesOf } from "./service-variables.ts";

const folder = join(root, "infra/helm");
const chart = join(folder, "jetwire");
const examples = ["small", "medium", "large"].map((name) => [
  "--values",
  join(folder, "examples", `${name}.yaml`),
]);
const [small = [], medium = [], large = []] = examples;
const trial = ["--values", join(folder, "trial-secrets.yaml")];
const digest = `sha256:${"0".repeat(64)}`;
const missing = spawnSync("helm", ["version"]).error === undefined ? null : "no helm on the PATH";

type Item = Record<string, unknown>;

function helmArgs(values: readonly string[]): string[] {
  return ["template", "jetwire", chart, "-n", "jetwire", "--kube-version", "1.31.0", ...values];
}

/** Returns the objects that the chart makes of some values. */
function render(values: readonly string[]): Item[] {
  const text = execFileSync("helm", helmArgs(values), { encoding: "utf8", stdio: "pipe" });
  return parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter(isRecord);
}

/** Returns what helm says about values that it refuses. */
function refusal(values: readonly string[]): string {
  const { status, stderr } = spawnSync("helm", helmArgs(values), { encoding: "utf8" });
  expect(status).not.toBe(0);
  return stderr;
}

function ofKind(objects: readonly Item[], kind: string): Map<string, Item> {
  const found = objects.filter((one) => one["kind"] === kind);
  return new Map(found.map((one) => [String(member(one, "metadata")["name"]), one]));
}

/** Returns the parts of an object that is in a list, or an empty list. */
function listOf(owner: Item, name: string): Item[] {
  return [owner[name] ?? []].flat().filter(isRecord);
}

/** Returns the alert rules of all groups. */
function rulesOf(spec: unknown): Item[] {
  return isRecord(spec) ? listOf(spec, "groups").flatMap((group) => listOf(group, "rules")) : [];
}

/** Returns the selectors of metrics in a PromQL expression: `up`, `jetwire_ready{service="rest"}`. */
function selectorsOf(expression: string): string[] {
  const labels = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
  const operators = new Set(["and", "or", "unless", "bool", "offset"]);
  const plain = expression.replaceAll(labels, "");
  return [...plain.matchAll(/\b[a-zA-Z_]\w*\b(?!\s*\()(?:\{[^}]*\})?/g)]
    .map(([selector]) => selector)
    .filter((selector) => !operators.has(selector));
}

function withoutMatcher(expression: string, matcher: string): string {
  return expression.replaceAll(`{${matcher}}`, "").replaceAll(`{${matcher},`, "{");
}

function affinityOf(values: readonly string[]): unknown {
  const service = ofKind(render(values), "Service").get("jetwire-feeders");
  return member(service, "spec")["sessionAffinity"];
}

interface Pod {
  readonly name: string;
  readonly spec: Item;
  readonly container: Item;
  readonly variables: ReadonlyMap<string, string>;
}

/** Returns the pods of all workloads, and of the migration. */
function podsOf(objects: readonly Item[]): Pod[] {
  const owners = objects.filter((one) => "template" in member(one, "spec"));
  return owners.map((owner) => {
    const spec = member(member(member(owner, "spec"), "template"), "spec");
    const [container = {}] = listOf(spec, "containers");
    const variables = listOf(container, "env").map((one): [string, string] => [
      String(one["name"]),
      String(one["value"]),
    ]);
    const name = String(member(owner, "metadata")["name"]).replace("jetwire-", "");
    return { name, spec, container, variables: new Map(variables) };
  });
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
    const replicasOf = (...set: string[]) => {
      const deployments = ofKind(render([...small, ...set]), "Deployment");
      return member(deployments.get("jetwire-operator"), "spec")["replicas"];
    };
    expect(replicasOf()).toBe(1);
    expect(replicasOf("--set", "operator.replicas=0")).toBe(0);
    expect(refusal([...small, "--set", "operator.replicas=2"])).toContain("replicas");
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

  test("scales gateways by connections, and workers by the lag of their stage, when asked", () => {
    const objects = render(large);
    const scalers = ofKind(objects, "HorizontalPodAutoscaler");
    const metric = (name: string) =>
      listOf(member(scalers.get(`jetwire-${name}`), "spec"), "metrics")[0];
    expect(metric("gateway")).toMatchObject({
      pods: { metric: { name: "jetwire_gateway_open_sockets" } },
    });
    for (const [name, stage] of [
      ["persister", "storage"],
      ["fanout", "delivery"],
      ["sampler", "firehose"],
    ] as const) {
      const external = { metric: { selector: { matchLabels: { namespace: "jetwire", stage } } } };
      expect(metric(name)).toMatchObject({ external });
    }
    // A number of pods in the Deployment would undo what the autoscaler did at each upgrade.
    for (const name of scalers.keys()) {
      expect(member(ofKind(objects, "Deployment").get(name), "spec")).not.toHaveProperty(
        "replicas",
      );
    }
    expect(ofKind(render(small), "HorizontalPodAutoscaler").size).toBe(0);
  });

  test("limits evictions of what has several pods only", () => {
    const budgets = [...ofKind(render(medium), "PodDisruptionBudget").keys()];
    expect(new Set(budgets)).toEqual(new Set(repositoryServices.map((name) => `jetwire-${name}`)));
    expect(ofKind(render(small), "PodDisruptionBudget").size).toBe(0);
  });

  test("routes Socket.IO to gateways, posts of feeders to ingest, and all else to REST", () => {
    const [rule = {}] = listOf(
      member(ofKind(render(small), "Ingress").get("jetwire"), "spec"),
      "rules",
    );
    const routes = listOf(member(rule, "http"), "paths").map((path) => [
      path["path"],
      member(member(path, "backend"), "service")["name"],
    ]);
    expect(routes).toEqual([
      ["/socket.io", "jetwire-gateway"],
      ["/v1/ingest", "jetwire-ingest"],
      ["/", "jetwire-rest"],
    ]);
  });

  test("routes the same by the Gateway API, to ports that the Services have", () => {
    const set = ["enabled=true", "parentRefs[0].name=public"].flatMap((one) => [
      "--set",
      `httpRoute.${one}`,
    ]);
    const objects = render([...small, ...set]);
    expect(ofKind(render(medium), "HTTPRoute").size).toBe(1);
    const spec = member(ofKind(objects, "HTTPRoute").get("jetwire"), "spec");
    expect(spec).toMatchObject({ parentRefs: [{ name: "public" }] });
    expect(spec["hostnames"]).toHaveLength(1);
    const services = ofKind(objects, "Service");
    const routes = listOf(spec, "rules").map((rule) => {
      const [match = {}] = listOf(rule, "matches");
      const [to = {}] = listOf(rule, "backendRefs");
      const ports = listOf(member(services.get(String(to["name"])), "spec"), "ports");
      expect(ports).toContainEqual(expect.objectContaining({ name: "http", port: to["port"] }));
      return [member(match, "path"), to["name"]];
    });
    expect(routes).toEqual([
      [{ type: "PathPrefix", value: "/socket.io" }, "jetwire-gateway"],
      [{ type: "Exact", value: "/v1/ingest" }, "jetwire-ingest"],
      [{ type: "PathPrefix", value: "/" }, "jetwire-rest"],
    ]);
    expect(ofKind(render(small), "HTTPRoute").size).toBe(0);
    expect(refusal([...small, "--set", "httpRoute.enabled=true"])).toContain(
      "httpRoute.parentRefs: name the Gateway",
    );
  });

  test("lets the cluster choose the users of pods, when asked", () => {
    const numbers = ["runAsUser", "runAsGroup", "fsGroup"];
    for (const { spec } of podsOf(render([...small, "--set", "fixedUser=false"]))) {
      const context = member(spec, "securityContext");
      expect(numbers.filter((one) => one in context)).toEqual([]);
      expect(context["runAsNonRoot"]).toBe(true);
    }
  });

  test("spreads the pods of one version, whatever an upgrade replaces", () => {
    for (const { name, spec } of podsOf(render(medium))) {
      const key = name === "ingest" ? "controller-revision-hash" : "pod-template-hash";
      for (const constraint of listOf(spec, "topologySpreadConstraints")) {
        expect(constraint["matchLabelKeys"]).toEqual([key]);
      }
    }
  });

  test("confines the network of the migration before it runs", () => {
    const policy = ofKind(render(medium), "NetworkPolicy").get("jetwire-migrate");
    expect(member(member(policy, "metadata"), "annotations")).toMatchObject({
      "helm.sh/hook": "pre-install,pre-upgrade",
      "helm.sh/hook-weight": "-5",
    });
  });

  test("migrates before it installs or upgrades", () => {
    const job = ofKind(render(trial), "Job").get("jetwire-migrate");
    const secret = ofKind(render(trial), "Secret").get("jetwire-migrate");
    const hook = { "helm.sh/hook": "pre-install,pre-upgrade" };
    expect(member(member(job, "metadata"), "annotations")).toMatchObject(hook);
    expect(member(member(secret, "metadata"), "annotations")).toMatchObject({
      ...hook,
      "helm.sh/hook-weight": "-5",
    });
  });

  test("installs the alert rules for the release's namespace, whatever else Prometheus has", () => {
    const rules = rulesOf(member(ofKind(render(large), "PrometheusRule").get("jetwire"), "spec"));
    const source: unknown = parse(readFileSync(join(root, "infra/monitoring/rules.yml"), "utf8"));
    const matcher = 'namespace="jetwire"';
    const selectors = rules.flatMap((rule) => selectorsOf(String(rule["expr"])));
    expect(selectors.filter((one) => !one.includes(`{${matcher}`))).toEqual([]);
    expect(rules.map((rule) => member(rule, "labels")["namespace"])).toEqual(
      rules.map(() => "jetwire"),
    );
    const withoutNamespace = rules.map((rule) => withoutMatcher(String(rule["expr"]), matcher));
    expect(withoutNamespace).toEqual(rulesOf(source).map((rule) => rule["expr"]));
    const links = rules.map((rule) => member(rule, "annotations")["runbook_url"]);
    expect(links[0]).toMatch(/^https:\/\/[\w.]+\/docs\/runbook\/alerts#/);
    expect(links.filter((link) => String(link).includes("{{"))).toEqual([]);
  });

  test("gives Grafana the dashboards, for the namespace that one chooses", () => {
    const dashboards = ofKind(render(large), "ConfigMap").get("jetwire-dashboards") ?? {};
    expect(member(member(dashboards, "metadata"), "labels")["grafana_dashboard"]).toBe("1");
    const parsed = Object.values(member(dashboards, "data"))
      .map((text): unknown => JSON.parse(String(text)))
      .filter(isRecord);
    expect(parsed.map((one) => one["title"])).toEqual([
      "Jetwire: path of a message",
      "Jetwire: services and clients",
    ]);
    for (const dashboard of parsed) {
      const choices = listOf(member(dashboard, "templating"), "list");
      expect(choices.map((one) => one["name"])).toEqual(["datasource", "namespace"]);
      const queries = [
        ...listOf(member(dashboard, "annotations"), "list"),
        ...listOf(dashboard, "panels").flatMap((panel) => listOf(panel, "targets")),
      ];
      const selectors = queries.flatMap((query) => selectorsOf(String(query["expr"])));
      expect(selectors.length).toBeGreaterThan(10);
      expect(selectors.filter((one) => !one.includes('{namespace="$namespace"'))).toEqual([]);
    }
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

  test("keeps a feeder at one ingest, unless the balancer cannot", () => {
    expect(affinityOf(small)).toBe("ClientIP");
    expect(affinityOf([...small, "--set", "feeders.sessionAffinity=None"])).toBe("None");
  });

  test("refuses values that cannot work, and names them", () => {
    const image = ["--set", "image.repository=registry.example.org/jetwire"];
    expect(refusal(image)).toContain("secrets.values.");
    expect(refusal([...small, "--set", "image.repository="])).toContain("image.repository");
    const digestAndTag = ["--set", `image.digest=${digest}`, "--set", "image.tag=0.1.0"];
    expect(refusal([...small, ...digestAndTag])).toContain("image: set tag or digest");
    const ownDigestAndTag = [
      "--set",
      `rest.image.digest=${digest}`,
      "--set",
      "rest.image.tag=0.1.0",
    ];
    expect(refusal([...small, ...ownDigestAndTag])).toContain("rest.image: set tag or digest");
    expect(refusal([...small, "--set", "config.SIGNUP=open"])).toContain("SIGNUP");
    expect(refusal([...small, "--set", "config.INGEST_HTTP_PORT=1"])).toContain("INGEST_HTTP_PORT");
    expect(refusal([...small, "--set", "feeders.sessionAffinity=Yes"])).toContain(
      "sessionAffinity",
    );
    const short = ["--set", "secrets.values.rest-password=short"];
    expect(refusal([...trial, ...short])).toContain("rest-password");
    expect(refusal([...small, "--set", "gateway.config.SIGN_UP=open"])).toContain("SIGN_UP");
    expect(refusal([...small, "--set", "trustedProxies=null"])).toContain("trustedProxies");
    const nobody = ["--set-json", "networkPolicy.httpFrom=[]"];
    for (const values of [small, medium]) {
      expect(refusal([...values, ...nobody])).toContain("networkPolicy.httpFrom");
    }
    const tooMany = ["--set", "persister.autoscaling.maxReplicas=17"];
    expect(refusal([...large, ...tooMany])).toContain("STREAM_PARTITIONS (16)");
  });
});
