#!/bin/sh
# Replaces the services of the compose file by those of another version, one after another, and returns to the version
# before by itself if the service does not stay well. docs/operations/upgrade.md describes it.
# shellcheck disable=SC2317
set -eu
# What git replaces while this runs was read before.
cd "$(dirname "$0")/.."
# shellcheck source=infra/upgrade/plan.sh
. ./infra/upgrade/plan.sh

folder=infra/.upgrade
state=$folder/state
env_file=infra/compose.env
renewed='persister fanout sampler chores'
beside='gateway rest ingest balancer'

say() { printf '%s\n' "$*"; }
warn() { printf 'upgrade: %s\n' "$*" >&2; }
fail() { code=$1; shift; warn "$*"; exit "$code"; }

# Compose reads the version from the environment first. Without input, because `run` would read ours.
jw() { docker compose --env-file "$env_file" "$@" < /dev/null; }

# Runs a command in a container of its own. Its status comes from the container, because `run --rm` of Compose answers 0
# for a container that an engine has removed before it was asked.
run_once() { # options of `run`, service, command
  one=jetwire-upgrade-$$
  status=0
  jw run -T --no-deps --name "$one" "$@" || status=$?
  code=$(docker wait "$one" 2> /dev/null) || code=$status
  docker rm --force "$one" > /dev/null 2>&1 || true
  [ "$status" -eq 0 ] && [ "$code" = 0 ]
}

setting() { # name, default: the value that Compose uses
  value=$(sed -n "s/^$1=//p" "$env_file" | tail -n 1)
  say "${value:-$2}"
}

number() { # option, value
  case $2 in '' | *[!0-9]* | ?????*) fail 2 "$1: expected a number of seconds, up to 9999 (see --help)" ;; esac
}

# --- What is done is remembered in a file, so that the script can go on.

remember() { # name, value
  { grep -v "^$1=" "$state" 2> /dev/null || true; say "$1=$2"; } > "$state.new"
  mv "$state.new" "$state"
}
recall() { sed -n "s/^$1=//p" "$state" 2> /dev/null; }
is_done() { recall "done $1" | grep -q yes; }
set_done() { remember "done $1" yes; }

# --- Steps before services are replaced.

prefix() { setting JETWIRE_IMAGES jetwire; }
has_images() { # version
  docker image inspect "$(prefix)/jetwire:$1" > /dev/null 2>&1 && docker image inspect "$(prefix)/balancer:$1" > /dev/null 2>&1
}
get_images() {
  has_images "$to" && return
  case $(prefix) in
    */*) docker pull "$(prefix)/jetwire:$to" && docker pull "$(prefix)/balancer:$to" ;;
    *) jw build ;;
  esac
}

back_up() {
  [ "$backup" = no ] && return
  if [ -n "$(setting BACKUP_TARGET '')" ]; then run_once jetwire backup now; return; fi
  bytes=$(jw exec -T postgres psql -U jetwire -d jetwire -tAc 'select pg_database_size(current_database())') || return
  free=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
  [ "$free" -gt $((bytes / 1024)) ] || { warn "$folder has too little space for a copy of the database of $bytes bytes"; return 1; }
  jw exec -T postgres pg_dump -U jetwire -Fc jetwire > "$folder/$from.dump.new" || return
  mv "$folder/$from.dump.new" "$folder/$from.dump"
}

make_secrets() {
  run_once --user "$(stat -c %u:%g infra/secrets)" init
}

# Redis reads its users at its start. It closes all connections when it reads them again, so only if they have changed.
renew_users() {
  before=$(jw exec -T redis cksum /users/users.acl) || return
  run_once redis-users || return
  [ "$before" = "$(jw exec -T redis cksum /users/users.acl)" ] && return
  # shellcheck disable=SC2016
  load='REDISCLI_AUTH=$(cat /run/secrets/operator-password) redis-cli --user "$1-operator" acl load | grep -qx OK'
  jw exec -T redis sh -c "$load" sh "$(setting JETWIRE_NAMESPACE jw)"
}

# --- Services.

containers_of() { jw ps --all --quiet "$1"; } # service
others_of() { # service: containers that are not of the version
  for id in $(containers_of "$1"); do
    image=$(docker inspect --format '{{.Config.Image}}' "$id") || return
    [ "${image##*:}" = "$JETWIRE_VERSION" ] || say "$id"
  done
}
words() { say $#; } # counts its arguments

# Replaces the containers of a service. Those of `beside` only stop when the new ones are healthy.
replace() { # service
  count=$(recall "count $1")
  [ "$count" -gt 0 ] || return 0
  case " $renewed " in
    *" $1 "*) jw up --detach --no-deps --wait --wait-timeout "$start" --scale "$1=$count" "$1"; return ;;
  esac
  old=$(others_of "$1") || return
  # shellcheck disable=SC2086,SC2046
  all=$(words $(containers_of "$1")) missing=$((count - all + $(words $old)))
  [ "$missing" -gt 0 ] || missing=0
  [ "$missing" -gt 0 ] || [ -n "$old" ] || return 0
  jw up --detach --no-deps --no-recreate --wait --wait-timeout "$start" --scale "$1=$((all + missing))" "$1" || return
  # shellcheck disable=SC2086
  [ -z "$old" ] || { docker stop $old > /dev/null && docker rm $old > /dev/null; }
}

remove_failed() { # service: new containers that are not healthy, which Compose would wait for
  for id in $(others_of "$1"); do
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$id")" = healthy ] || docker rm --force "$id" > /dev/null
  done
}

# Waits until doctor finds no critical fault but those that were there before, and canary messages arrive.
is_well() { # faults that do not count
  run_once jetwire doctor --for "$watch" --except "$1"
}

reverse() {
  backwards=
  for word in "$@"; do backwards="$word $backwards"; done
  say "$backwards"
}

roll_back() {
  from=$(recall from) to=$(recall to)
  warn "returning to $from"
  remember phase back
  git checkout --quiet "$(recall from_ref)" || fail 3 "git cannot check out $(recall from_ref). Then run: infra/upgrade.sh --roll-back"
  export JETWIRE_VERSION="$from"
  # shellcheck disable=SC2086
  for service in $(reverse $renewed $beside); do
    recall "begun $service" | grep -q yes || continue
    case " $beside " in *" $service "*) remove_failed "$service" ;; esac
    say "$service: back to $from"
    replace "$service" || fail 3 "$service does not return to $from. See: jw logs $service. Then run: infra/upgrade.sh --roll-back"
    remember "begun $service" no
  done
  write_version "$from"
  remember phase rolled-back
  is_well "$(recall before)" || warn 'the service is not well: run jetwire doctor'
  say "$from runs. The database stays migrated."
}

write_version() { # version, kept by the next `up`
  if grep -q '^JETWIRE_VERSION=' "$env_file"; then
    sed "s/^JETWIRE_VERSION=.*/JETWIRE_VERSION=$1/" "$env_file" > "$folder/env"
  else
    { cat "$env_file"; say "JETWIRE_VERSION=$1"; } > "$folder/env"
  fi
  # The file keeps its owner and rights.
  cat "$folder/env" > "$env_file"
  rm "$folder/env"
}

stop() { # reason: before the first service was replaced
  git checkout --quiet "$(recall from_ref)" || fail 3 "$1, and git cannot check out $(recall from_ref)"
  rm -f "$state"
  fail 1 "$1. No service was replaced: $from runs"
}

do_once() { # name, command, reason if it fails
  is_done "$1" && return
  say '' "$1 …"
  $2 || stop "$3"
  set_done "$1"
}

prepare() {
  from=$(setting JETWIRE_VERSION local)
  from_ref=$(git symbolic-ref -q --short HEAD || git rev-parse HEAD)
  [ "$from" != "$to" ] || fail 2 "$to is the version that runs ($env_file)"
  git rev-parse -q --verify "v$to^{commit}" > /dev/null || git fetch --quiet --tags || fail 1 'git cannot fetch the tags'
  git rev-parse -q --verify "v$to^{commit}" > /dev/null || fail 2 "there is no version $to: git has no tag v$to"
  git diff --quiet HEAD || fail 1 'tracked files were changed here (git status). Keep your changes in docker-compose.override.yml'
  has_images "$from" || fail 1 "the images of $from are not on this host, so nothing could return to them"
  # The state of the last upgrade stays until this one begins.
  state=$folder/plan
  rm -f "$state"
  for pair in "from=$from" "to=$to" "from_ref=$from_ref" phase=plan; do remember "${pair%%=*}" "${pair#*=}"; done
  for service in $renewed $beside; do
    # shellcheck disable=SC2046
    remember "count $service" "$(words $(jw ps --quiet "$service"))"
  done
  ingests=$(recall 'count ingest')
  [ "$ingests" -le 4 ] || fail 1 "$ingests containers of ingest run, and a host can run eight: scale it to four or fewer"
}

upgrade() {
  case $(recall phase) in
    back) fail 3 'a return to the version before was interrupted. Run: infra/upgrade.sh --roll-back' ;;
    upgrade) [ "$(recall to)" = "$to" ] || fail 2 "an upgrade to $(recall to) was interrupted: go on with it, or --roll-back" ;;
    *) prepare ;;
  esac
  from=$(recall from)
  if [ "$(recall phase)" = plan ]; then
    show_changes HEAD "v$to"
    show_steps
    [ "$dry" = no ] || return 0
    ask
    mv "$state" "$folder/state"
    state=$folder/state
  else
    say "Going on from $from to $to"
    [ "$dry" = no ] || { show_steps; return; }
  fi
  remember phase upgrade
  do_once 'back-up' back_up 'the back-up failed'
  git checkout --quiet "v$to" || stop 'git cannot check out the new version'
  export JETWIRE_VERSION="$to"
  do_once 'images' get_images 'the images could not be made'
  do_once 'secrets' make_secrets 'the secrets could not be made'
  is_done before || remember before "$(watch=0 is_well '' | sed -n 's/^✗ \([a-z-]*\):.*/\1/p' | tr '\n' ',')"
  set_done before
  do_once 'users of Redis' renew_users 'the users of Redis could not be renewed'
  do_once 'migrations' migrate 'the database could not be migrated'
  for service in $renewed $beside; do
    is_done "$service" && continue
    say '' "$service …"
    remember "begun $service" yes
    replace "$service" || fall_back "$service of $to does not start"
    is_well "$(recall before)" || fall_back "the service is not well with $service of $to"
    set_done "$service"
  done
  write_version "$to"
  remember phase finished
  say '' "$to runs. To return to $from: infra/upgrade.sh --roll-back"
}

migrate() { run_once migrate; } # without its dependencies, which Compose may restart

fall_back() { # reason
  warn "$1"
  roll_back
  fail 1 "$1. $from runs"
}

ask() {
  [ "$yes" = no ] || return 0
  [ -t 0 ] || fail 2 'nobody can be asked: add --yes (see --help)'
  printf '\nBegin? [y/N] '
  read -r answer
  case $answer in y | Y | yes) ;; *) fail 1 'nothing was changed' ;; esac
}

main() {
  to='' dry=no yes=no back=no backup=yes watch=30 start=180
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) cat infra/upgrade/usage.txt; exit ;;
      --dry-run) dry=yes ;;
      --yes) yes=yes ;;
      --roll-back) back=yes ;;
      --no-backup) backup=no ;;
      --watch) number "$1" "${2:-}"; watch=$2; shift ;;
      --start) number "$1" "${2:-}"; start=$2; shift ;;
      -*) fail 2 "unknown option: $1 (see --help)" ;;
      *) [ -z "$to" ] || fail 2 'name one version (see --help)'; to=${1#v} ;;
    esac
    shift
  done
  if [ "$back" = yes ]; then [ -z "$to" ] || fail 2 '--roll-back takes no version (see --help)'
  else case $to in '' | *[!A-Za-z0-9._-]*) fail 2 'name a version, for example 0.2.0 (see --help)' ;; esac; fi
  [ -f "$env_file" ] || fail 2 "there is no $env_file here: see docs/operations/domain.md"
  for program in docker git flock; do command -v "$program" > /dev/null || fail 2 "$program is not installed"; done
  umask 077
  mkdir -p "$folder"
  exec 9> "$folder/lock"
  flock -n 9 || fail 1 'another upgrade is running'
  trap 'warn "interrupted. Run the same command again to go on, or: infra/upgrade.sh --roll-back"; exit 3' INT TERM HUP
  if [ "$back" = no ]; then upgrade; return; fi
  case $(recall phase) in
    upgrade | finished | back) ;;
    *) fail 2 'there is no upgrade to return from' ;;
  esac
  from=$(recall from)
  [ "$dry" = no ] || { say "Would return from $(recall to) to $from"; return; }
  ask
  roll_back
}

# The shell has read all of the file before git replaces it.
main "$@"; exit
