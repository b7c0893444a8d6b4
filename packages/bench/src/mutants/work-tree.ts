import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expectSuccess } from "./run-program.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Checks out the latest commit and installs its dependencies. Disposal removes it. */
export async function makeWorkTree(): Promise<AsyncDisposable & { readonly dir: string }> {
  const parent = await mkdtemp(join(tmpdir(), "jetwire-mutants-"));
  // As root, Postgres runs as a system user, who has to pass through.
  await chmod(parent, 0o711);
  const dir = join(parent, "tree");
  await expectSuccess("git", ["worktree", "add", "--detach", dir, "HEAD"], root);
  await cp(join(root, ".tools", "pnpm"), join(dir, ".tools", "pnpm"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const pnpm = join(dir, ".tools", "pnpm", "node_modules", ".bin", "pnpm");
  await expectSuccess(pnpm, ["install", "--prefer-offline", "--frozen-lockfile"], dir);
  return {
    dir,
    async [Symbol.asyncDispose]() {
      await expectSuccess("git", ["worktree", "remove", "--force", dir], root);
      await rm(parent, { recursive: true, force: true });
    },
  };
}
