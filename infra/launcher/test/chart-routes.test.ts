import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeUnless } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { isRecord } from "../src/json-file.ts";
import { member, repositoryServices, root } from "./service-variables.ts";
import {
  digest,
  missing,
  podsOf,
  render,
  small,
  medium,
  large,
  type Item,
  listOf,
  ofKind,
  helmRefusal,
  trial,
} from "./chart.ts";

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

describeUnless(missing, "the chart", () => {
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
      ["/v1/stream", "jetwire-gateway"],
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
      const [to = {}] = listOf(rule, "backendRefs");
      const ports = listOf(member(services.get(String(to["name"])), "spec"), "ports");
      expect(ports).toContainEqual(expect.objectContaining({ name: "http", port: to["port"] }));
      return [to["name"], ...listOf(rule, "matches").map((match) => member(match, "path"))];
    });
    expect(routes).toEqual([
      [
        "jetwire-gateway",
        { type: "PathPrefix", value: "/socket.io" },
        { type: "Exact", value: "/v1/stream" },
      ],
      ["jetwire-ingest", { type: "Exact", value: "/v1/ingest" }],
      ["jetwire-rest", { type: "PathPrefix", value: "/" }],
    ]);
    expect(ofKind(render(small), "HTTPRoute").size).toBe(0);
    expect(helmRefusal([...small, "--set", "httpRoute.enabled=true"])).toContain(
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

  test("keeps a feeder at one ingest, unless the balancer cannot", () => {
    expect(affinityOf(small)).toBe("ClientIP");
    expect(affinityOf([...small, "--set", "feeders.sessionAffinity=None"])).toBe("None");
  });

  test("refuses values that cannot work, and names them", () => {
    const image = ["--set", "image.repository=registry.example.org/jetwire"];
    expect(helmRefusal(image)).toContain("secrets.values.");
    expect(helmRefusal([...small, "--set", "image.repository="])).toContain("image.repository");
    const digestAndTag = ["--set", `image.digest=${digest}`, "--set", "image.tag=0.1.0"];
    expect(helmRefusal([...small, ...digestAndTag])).toContain("image: set tag or digest");
    const ownDigestAndTag = [
      "--set",
      `rest.image.digest=${digest}`,
      "--set",
      "rest.image.tag=0.1.0",
    ];
    expect(helmRefusal([...small, ...ownDigestAndTag])).toContain("rest.image: set tag or digest");
    expect(helmRefusal([...small, "--set", "config.SIGNUP=open"])).toContain("SIGNUP");
    expect(helmRefusal([...small, "--set", "config.INGEST_HTTP_PORT=1"])).toContain(
      "INGEST_HTTP_PORT",
    );
    expect(helmRefusal([...small, "--set", "feeders.sessionAffinity=Yes"])).toContain(
      "sessionAffinity",
    );
    const short = ["--set", "secrets.values.rest-password=short"];
    expect(helmRefusal([...trial, ...short])).toContain("rest-password");
    expect(helmRefusal([...small, "--set", "gateway.config.SIGN_UP=open"])).toContain("SIGN_UP");
    expect(helmRefusal([...small, "--set", "trustedProxies=null"])).toContain("trustedProxies");
    const nobody = ["--set-json", "networkPolicy.httpFrom=[]"];
    for (const values of [small, medium]) {
      expect(helmRefusal([...values, ...nobody])).toContain("networkPolicy.httpFrom");
    }
    const tooMany = ["--set", "persister.autoscaling.maxReplicas=17"];
    expect(helmRefusal([...large, ...tooMany])).toContain("STREAM_PARTITIONS (16)");
  });
});
