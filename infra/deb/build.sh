#!/usr/bin/env bash
# Builds the package of Debian: Node, bundles of all services and of the command line, the page, the documents and units of
# systemd. Needs dpkg-deb, npm, and an installed workspace (`npm run -s jetwire -- help` installs it).
#
#   infra/deb/build.sh FOLDER [amd64|arm64]       writes FOLDER/jetwire_VERSION_ARCHITECTURE.deb
#
# DEB_VERSION replaces the version, for a trial of an upgrade.
set -euo pipefail
case ${1:-} in
  "" | -h | --help)
    sed -n '2,7s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
into=$(mkdir -p "$1" && cd "$1" && pwd)
architecture=${2:-$(dpkg --print-architecture)}
case $architecture in
  amd64) cpu=x64 ;;
  arm64) cpu=arm64 ;;
  *) echo "build.sh: there is no Node for $architecture: amd64 or arm64" >&2 && exit 2 ;;
esac
root=$(cd "$(dirname "$0")/../.." && pwd)
pnpm=$root/.tools/pnpm/node_modules/.bin/pnpm
[ -x "$pnpm" ] || { echo "build.sh: first run: npm run -s jetwire -- help" >&2 && exit 2; }
export PATH=$root/node_modules/.bin:$PATH
version=${DEB_VERSION:-$(node -p 'require(process.argv[1]).version' "$root/package.json")}
node_version=$(node -p 'require(process.argv[1]).devDependencies.node' "$root/package.json")
files=$root/infra/deb/files

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
package=$scratch/package
home=$package/usr/lib/jetwire
mkdir -p "$package/DEBIAN" "$home/bin"

# The page and the documents, once for all architectures.
"$pnpm" --dir "$root" --filter @jetwire/viewer exec vite build > /dev/null
node "$root/packages/docs-site/src/main.ts" > /dev/null

workspace=$scratch/workspace
mkdir "$workspace"
cd "$root"
git ls-files -z package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.base.json packages services \
  | tar --create --null --files-from - | tar --extract --directory "$workspace"
cd "$workspace"
rm -r services/viewer
CI=true "$pnpm" install --prod --frozen-lockfile --config.package-import-method=copy --os linux --cpu "$cpu" --libc glibc \
  --filter "{./services/*}..." --filter "@jetwire/cli..." --filter "@jetwire/simulator..." > "$scratch/install.log" \
  || { cat "$scratch/install.log" >&2 && exit 1; }
node "$root/packages/bundle/src/main.ts" "$home" "$workspace"
cd "$home"
mkdir -p services/viewer
cp -r "$root/services/viewer/dist" services/viewer/dist
cp -r "$root/packages/docs-site/dist" documents

(cd "$scratch" && npm pack --silent "node-linux-$cpu@$node_version" > /dev/null)
tar -xzf "$scratch"/node-linux-*.tgz -C "$scratch" package/bin/node
mv "$scratch/package/bin/node" "$home/bin/node" && rmdir "$package/bin"

# The variables of the small host, with the addresses and folders of this package.
sed -e 's/@redis:6379/@127.0.0.1:6390/; s/@postgres:5432/@127.0.0.1:5432/' \
  -e 's#/run/secrets/#/var/lib/jetwire/secrets/#; s#/jetwire/services/viewer#/usr/lib/jetwire/services/viewer#' \
  -e 's/=172\.30\.80\.2$/=127.0.0.1/; s/^HEALTH_HOST=.*/HEALTH_HOST=127.0.0.1/; s/^HEALTH_PORT=.*/HEALTH_PORT=9465/' \
  -e 's#^HEALTH_SOCKET=.*#HEALTH_SOCKET=/run/jetwire/health.sock#; /^\(INGEST\|GATEWAY\|REST\)_HOST=/d; /^# /d' \
  "$root/infra/small/services.env" > services.env
printf '%s\n' NODE_ENV=production REST_DOCS_DIR=/usr/lib/jetwire/documents >> services.env
sed -e 's#/run/secrets/#/var/lib/jetwire/secrets/#; /^#/d' "$root/infra/small/passwords.env" "$files/operator.env" > operator.env

install -D -m 755 "$files/setup.sh" setup
install -D -m 755 "$files/make-secrets.sh" make-secrets
install -D -m 644 "$files/wait-ready.mjs" wait-ready.mjs
install -D -m 755 "$files/jetwire.sh" "$package/usr/bin/jetwire"
install -D -m 644 -t "$package/usr/lib/systemd/system" "$files"/*.service
install -D -m 640 "$files/jetwire.env" "$package/etc/jetwire/jetwire.env"
install -D -m 644 "$files/Caddyfile" "$package/usr/share/doc/jetwire/examples/Caddyfile"
install -D -m 644 "$root/LICENSE" "$package/usr/share/doc/jetwire/copyright"
gzip -9nc "$root/CHANGELOG.md" > "$package/usr/share/doc/jetwire/changelog.gz"

echo /etc/jetwire/jetwire.env > "$package/DEBIAN/conffiles"
for script in postinst prerm postrm; do install -m 755 "$files/$script.sh" "$package/DEBIAN/$script"; done
sed -e "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$(du -sk "$package" | cut -f1)/" \
  "$files/control" > "$package/DEBIAN/control"
find "$home" -type d -exec chmod 755 {} + -o -type f -not -perm -100 -exec chmod 644 {} +
dpkg-deb --root-owner-group -Zzstd --build "$package" "$into/jetwire_${version}_$architecture.deb"
