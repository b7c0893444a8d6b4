#!/usr/bin/env bash
# fire-alerts.sh DATA: causes faults in a local instance (its data folder), one after another, and prints a table: how many
# seconds until each alert fired, and how many until it ended after the cure of its runbook. Needs curl, jq, redis-cli, psql
# (PSQL) and prometheus on the PATH. Use an instance that may lose data.
set -euo pipefail
data=$1
here=$(cd "$(dirname "$0")" && pwd)
port=${PROMETHEUS_PORT:-19090}
psql=${PSQL:-psql}
work=$(mktemp -d)
ready=$data/ready.json
redis_url=$(jq -r .redis "$ready")
postgres_url=$(jq -r .postgres "$ready")
stopped=()

pids() { jq -r --arg name "$1" '.services[] | select(.name == $name).pid' "$ready"; }
redis() { redis-cli --no-auth-warning -u "$redis_url" "$@"; }
sql() { "$psql" -qAtX "$postgres_url" -c "$1"; }
freeze() { stopped+=("$@"); kill -STOP "$@"; }
thaw() { [ $# -eq 0 ] || kill -CONT "$@"; stopped=(); }
clean() { thaw "${stopped[@]}" || true; kill "$prometheus" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"; }

targets=$(jq -c '[{targets: [.services[].health | values | sub("http://"; "")]}]' "$ready")
echo "$targets" > "$work/targets.json"
cp "$here/rules.yml" "$work/"
cat > "$work/prometheus.yml" <<YML
global: { scrape_interval: 5s, scrape_timeout: 4s, evaluation_interval: 5s }
rule_files: [rules.yml]
scrape_configs: [{ job_name: jetwire, file_sd_configs: [{ files: [targets.json] }] }]
YML
sed -i 's/interval: 10s/interval: 5s/' "$work/rules.yml"
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" --web.listen-address="127.0.0.1:$port" >"$work/log" 2>&1 &
prometheus=$!
trap clean EXIT

firing() {
  curl -sf "http://127.0.0.1:$port/api/v1/alerts" |
    jq -e --arg name "$1" '.data.alerts | any(.labels.alertname == $name and .state == "firing")' >/dev/null
}
# wait_for SECONDS COMMAND…: prints the seconds it took, or "no".
wait_for() {
  local limit=$1 begin=$SECONDS
  shift
  while [ $((SECONDS - begin)) -lt "$limit" ]; do
    if "$@"; then echo $((SECONDS - begin)); return; fi
    sleep 1
  done
  echo no
}
quiet() { ! firing "$1"; }

# fault NAME CAUSE CURE ALERT…
fault() {
  local name=$1 cause=$2 cure=$3 begin
  shift 3
  begin=$SECONDS
  "$cause"
  declare -A fired=()
  while [ $((SECONDS - begin)) -lt 60 ] && [ "${#fired[@]}" -lt $# ]; do
    for alert in "$@"; do
      if [ -z "${fired[$alert]:-}" ] && firing "$alert"; then fired[$alert]=$((SECONDS - begin)); fi
    done
    sleep 1
  done
  "$cure"
  for alert in "$@"; do
    printf '| %s | %s | %s | %s |\n' "$name" "$alert" "${fired[$alert]:-no}" "$(wait_for 120 quiet "$alert")"
  done
}

freeze_postgres() {
  local main all
  main=$(pids postgres)
  mapfile -t all < <(echo "$main"; pgrep -P "$main")
  freeze "${all[@]}"
}
freeze_redis() { freeze "$(pids redis)"; }
freeze_worker() { local all; mapfile -t all < <(pids "$1"); freeze "${all[@]}"; }
freeze_persister() { freeze_worker persister; }
freeze_sampler() { freeze_worker sampler; }
freeze_fanout() { freeze_worker fanout; }
freeze_rest() { freeze_worker rest; }
thaw_all() { thaw "${stopped[@]}"; }
fill_redis() { memory=$(redis config get maxmemory | tail -1); redis config set maxmemory $(($(redis info memory | tr -d '\r' | sed -n 's/^used_memory://p') * 10 / 9)) >/dev/null; }
empty_redis() { redis config set maxmemory "$memory" >/dev/null; }
allow_eviction() { redis config set maxmemory-policy allkeys-lru >/dev/null; }
forbid_eviction() { redis config set maxmemory-policy noeviction >/dev/null; }
refuse_canary() { sql "alter table messages add constraint fault check (body not like 'CANARY%') not valid"; }
accept_canary() {
  sql "alter table messages drop constraint fault"
  sql "update dead_letters set dropped_at = now() where dropped_at is null"
}
lose_messages() { sql "update watermarks set stored = stored - 5 where (producer, partition) = (select producer, partition from watermarks where stored > 5 order by updated_at desc limit 1)"; }
find_messages() { sql "update watermarks set stored = stored + 5 where (producer, partition) = (select producer, partition from watermarks order by updated_at desc limit 1)"; }
append_newer() { newer=$(redis xadd 'jw:messages:{jw.0}' '*' v 9); }
remove_newer() { redis xdel 'jw:messages:{jw.0}' "$newer" >/dev/null; }

echo "waiting until nothing fires" >&2
sleep 25
curl -sf "http://127.0.0.1:$port/api/v1/alerts" | jq -r '.data.alerts[] | "before: \(.labels.alertname) \(.state)"' >&2
echo '| Fault | Alert | Fired after, s | Ended after the cure, s |'
echo '| ----- | ----- | -------------- | ----------------------- |'
fault "sampler stopped" freeze_sampler thaw_all JetwireProcessDown
fault "persister stopped" freeze_persister thaw_all JetwireStageLate JetwireCanaryLost
fault "fanout stopped" freeze_fanout thaw_all JetwireCanaryLost
fault "REST stopped" freeze_rest thaw_all JetwireStateUnknown JetwireProcessDown
fault "Redis stopped" freeze_redis thaw_all JetwireRedisDown JetwireJournalWaiting JetwireNotReady JetwireCanaryLost
fault "Postgres stopped" freeze_postgres thaw_all JetwirePostgresDown JetwireNotReady JetwireCanaryLost
fault "Redis nearly full" fill_redis empty_redis JetwireRedisMemory
fault "Redis may evict" allow_eviction forbid_eviction JetwireAlarm JetwireNotReady
fault "messages that Postgres refuses" refuse_canary accept_canary JetwireDeadLetters
fault "entry of a newer release" append_newer remove_newer JetwireNewerEntry
fault "stored messages not counted" lose_messages find_messages JetwireMessagesUnaccounted
