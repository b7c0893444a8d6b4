#!/usr/bin/env bash
# Makes the images of other projects that the compose file and the Dockerfile name, on a machine that reaches no image
# registry: Debian's packages, Node and npm of this machine, Caddy from the Go module proxy. Also gets Docker Compose.
# Needs root on Debian with buildah, debootstrap, go and npm. The first argument is a working folder, which keeps what
# was downloaded. Put the entry point of the Postgres image there if this machine does not reach GitHub. The second argument is
# an architecture of Debian, for another machine than this one: then only the images that the Dockerfile names are made, whose
# names end in it, and the kernel must run their programs.
set -euo pipefail
work=${1:?names no working folder}
node=24.20.0
machine=$(dpkg --print-architecture)
architecture=${2:-$machine}
suffix=
[ "$architecture" = "$machine" ] || suffix=-$architecture
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work/bin" && cd "$work"
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
entrypoint=https://raw.githubusercontent.com/docker-library/postgres/master/18/bookworm/docker-entrypoint.sh

base() { # release, options of debootstrap: a base system, which is complete if its folder exists
  [ -d "$1" ] && return 0
  rm -rf "$1.part"
  debootstrap --variant=minbase --arch="$architecture" "${@:2}" "${1%"$suffix"}" "$1.part" http://deb.debian.org/debian /usr/share/debootstrap/scripts/sid
  mv "$1.part" "$1"
}
base "bookworm$suffix"

begin() { # folder of the base system
  container=$(buildah from scratch)
  root=$(buildah mount "$container")
  cp -a "$1/." "$root/"
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  # This machine's certificate authorities, because it may be behind a proxy of its own.
  mkdir -p "$root/etc/ssl/certs" && cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
}
packages() { # names
  chroot "$root" sh -c "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $* && apt-get clean && rm -rf /var/lib/apt/lists/*"
}
finish() { # image, configuration
  local image=$1$suffix
  shift
  buildah config --arch "$architecture" --env "PATH=$path" "$@" "$container"
  case $image in
    pause:*) image=registry.k8s.io/$image ;;
    prom/*) image=docker.io/$image ;;
    *) image=docker.io/library/$image ;;
  esac
  buildah commit -q "$container" "$image"
  buildah rm "$container" > /dev/null
  container=
}
trap '[ -z "${container:-}" ] || buildah rm "$container" > /dev/null' EXIT

begin "bookworm$suffix"
if [ -z "$suffix" ]; then
  cp "$here/../../node_modules/node/bin/node" "$root/usr/local/bin/node"
else
  npm pack --silent "node-linux-${architecture/amd64/x64}@$node" > /dev/null
  tar -xzf node-linux-*.tgz -C "$root/usr/local" --strip-components=1 package/bin/node
  rm node-linux-*.tgz
fi
mkdir -p "$root/usr/local/lib/node_modules"
cp -aL "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
chroot "$root" sh -c 'groupadd -g 1000 node && useradd -u 1000 -g node -m node'
finish "node:$node-bookworm-slim" --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --cmd node

if [ ! -x "bin/caddy$suffix" ]; then
  # Go names the folder of programs for another machine by itself, and refuses GOBIN.
  GOPATH=$work/go GOMODCACHE=$(go env GOMODCACHE) GOARCH=$architecture CGO_ENABLED=0 \
    go install github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9
  find go/bin -name caddy -exec mv {} "bin/caddy$suffix" \;
fi
begin "bookworm$suffix"
packages libcap2-bin wget
install -m 755 "bin/caddy$suffix" "$root/usr/bin/caddy"
chroot "$root" setcap cap_net_bind_service=+ep /usr/bin/caddy
mkdir -p "$root/data/caddy" "$root/config/caddy" "$root/etc/caddy"
finish caddy:2.11.9-alpine --env XDG_DATA_HOME=/data --env XDG_CONFIG_HOME=/config --cmd caddy

[ -z "$suffix" ] || exit 0

base forky --include=postgresql-18
# A mirror may be older than the date until which its lists are valid.
if [ ! -x bin/docker-compose ]; then
  chroot forky sh -c 'cd /tmp && apt-get -o Acquire::Check-Valid-Until=false update -q && apt-get download -q docker-compose && dpkg-deb -x docker-compose_*.deb compose'
  install -m 755 forky/tmp/compose/usr/libexec/docker/cli-plugins/docker-compose bin/docker-compose
  rm -r forky/tmp/compose forky/tmp/docker-compose_*.deb
fi
[ -f postgres-entrypoint.sh ] || curl -fsSo postgres-entrypoint.sh "$entrypoint"

container=$(buildah from scratch)
root=$(buildah mount "$container")
cp "$(command -v catatonit)" "$root/pause"
finish pause:3.10 --entrypoint '["/pause", "-P"]'

begin bookworm
chroot "$root" sh -c 'groupadd -r -g 999 redis && useradd -r -g redis -u 999 redis'
packages redis-server
mkdir "$root/data" && chown 999:999 "$root/data"
finish redis:7.2.7-bookworm --workingdir /data --volume /data --cmd redis-server

begin forky
install -m 755 postgres-entrypoint.sh "$root/usr/local/bin/docker-entrypoint.sh"
sed -ri "s!^#?(listen_addresses)\s*=\s*\S+.*!\1 = '*'!" "$root/usr/share/postgresql/18/postgresql.conf.sample"
# The ids of the real image, whether they are taken or not: the units of Podman name them.
chroot "$root" sh -c 'groupmod -o -g 999 postgres && usermod -o -u 999 -g 999 postgres'
chroot "$root" sh -c 'mkdir /docker-entrypoint-initdb.d; rm -rf /var/lib/postgresql/*; chown postgres:postgres /var/lib/postgresql; install -d -o postgres -g postgres -m 3777 /run/postgresql'
path=$path:/usr/lib/postgresql/18/bin
finish postgres:18.3-bookworm --env PG_MAJOR=18 --env PGDATA=/var/lib/postgresql/18/docker \
  --volume /var/lib/postgresql --entrypoint '["docker-entrypoint.sh"]' --cmd postgres --stop-signal SIGINT

begin bookworm
packages prometheus wget
mkdir -p "$root/prometheus" && chown 65534:65534 "$root/prometheus"
finish prom/prometheus:v3.5.0 --volume /prometheus --entrypoint '["/usr/bin/prometheus"]'
