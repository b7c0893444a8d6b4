/**
 * Packs what an operator needs to run a release with Docker Compose, without the sources:
 *
 *   node infra/release/pack-compose.ts FILE.tar.gz VERSION IMAGE@DIGEST …
 *
 * The images `…/jetwire@sha256:…` and `…/balancer@sha256:…` become the defaults of both compose files, which then pull them.
 * JETWIRE_VERSION names another version, and JETWIRE_IMAGES images of one's own.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { pinImages } from "./pin-images.ts";

const root = resolve(import.meta.dirname, "../..");
const composeFiles = ["docker-compose.yml", "infra/small/compose.yml"];
const examples = ["infra/compose.env.example", "infra/small/small.env.example"];
const copied = [
  "LICENSE",
  "infra/monitoring",
  "infra/small/quadlet",
  "infra/small/services.env",
  "infra/small/passwords.env",
  "infra/secrets/.gitignore",
  "infra/small/secrets/.gitignore",
];

const [file, version, ...images] = process.argv.slice(2);
if (file === undefined || version === undefined || images.length === 0) {
  process.stderr.write("pack-compose: expected a file, a version and images with their digests\n");
  process.exitCode = 2;
} else {
  const scratch = mkdtempSync(join(tmpdir(), "jetwire-compose-"));
  try {
    fill(join(scratch, "jetwire"), version, images);
    const owner = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name"];
    execFileSync("tar", ["-czf", resolve(file), ...owner, "-C", scratch, "jetwire"]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function fill(folder: string, released: string, digests: readonly string[]): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of composeFiles) write(path, pinImages(read(path), released, digests));
  // Empty: the defaults of the compose files, which are the images of this release.
  for (const path of examples) {
    write(path, read(path).replaceAll(/^(JETWIRE_VERSION|JETWIRE_IMAGES)=.*$/gm, "$1="));
  }
  for (const path of copied) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (path.endsWith(".gitignore") || path === "LICENSE")
      copyFileSync(join(root, path), join(folder, path));
    else cpSync(join(root, path), join(folder, path), { recursive: true });
  }
}
