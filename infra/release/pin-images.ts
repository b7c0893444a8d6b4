const own = /\$\{JETWIRE_IMAGES:-jetwire\}\/([a-z]+):\$\{JETWIRE_VERSION:-local\}/g;

/**
 * Returns a compose file whose own images are those of a release, by their content. They are pulled if they are missing,
 * and not built, because there are no sources beside the file.
 *
 * @throws Error that names an image without a digest, or with one that is not a digest
 */
export function pinImages(compose: string, version: string, images: readonly string[]): string {
  const byName = new Map(images.map(parseImage));
  const pinned = compose.replaceAll(own, (_, name: string) => {
    const image = byName.get(name);
    if (image === undefined) throw new Error(`no digest is given for the image ${name}`);
    return `\${JETWIRE_IMAGES:-${image.repository}}/${name}:\${JETWIRE_VERSION:-${version}@${image.digest}}`;
  });
  return pinned
    .replaceAll("pull_policy: never", "pull_policy: missing")
    .replaceAll(/^ +# An image that is missing is built, .*\n/gm, "")
    .replaceAll(/^ +build: \{ context: .*\n/gm, "");
}

function parseImage(image: string): readonly [string, { repository: string; digest: string }] {
  const [, repository = "", name = "", digest = ""] =
    /^([a-z0-9.:/_-]+)\/([a-z]+)@(sha256:[0-9a-f]{64})$/.exec(image) ?? [];
  if (name === "") throw new Error(`${image} is not an image with its digest: host/name@sha256:…`);
  return [name, { repository, digest }];
}
