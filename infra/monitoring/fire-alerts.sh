#!/usr/bin/env bash
# fire-alerts.sh DATA: causes faults in a local instance (its data folder), and prints a table: how many seconds until each alert
# fired, and how many until it ended after the cure of its runbook. It takes three quarters of an hour, because some alerts look back at a quarter of one.
# Needs curl, jq, redis-cli, psql (PSQL), faketime and prometheus on the PATH. Use an instance that may lose data, with a small journal and without
# limits of addresses and stations:
#   INGEST_JOURNAL_BYTES_MAX=8388608 INGEST_SEGMENT_BYTES=1048576 INGEST_STATION_RATE_MAX=1000000 INGEST_STATION_BURST_MAX=1000000 \
#     INGEST_ADDRESS_RATE_MAX=1000000 INGEST_ADDRESS_BURST_MAX=1000000 REST_EXEMPT_ADDRESSES=127.0.0.1 npm start -- --data DATA
set -euo pipefail
export LC_ALL=C
data=$1
here=$(cd "$(dirname "$0")" && pwd)
port=${PROMETHEUS_PORT:-19090}
psql=${PSQL:-psql}
work=$(mktemp -d)
ready=$data/ready.json
redis_url=$(jq -r .redis "$ready")
postgres_url=$(jq -r .postgres "$ready")
rest=$(jq -r .rest "$ready")
ingest=$(jq -r .ingest.http "$ready")
gateway=$(jq -r .ws "$ready" | sed 's/^ws/http/')
udp=$(jq -r '.ingest.udp[0]' "$ready")
key=$(jq -r .demo.apiKey "$ready")
stopped=()
keepers=()

now() { date +%s; }
pids() { jq -r --arg name "$1" '.services[] | select(.name == $name).pid' "$ready"; }
redis() { redis-cli --no-auth-warning -u "$redis_url" "$@"; }
sql() { "$psql" -qAtX "$postgres_url" -c "$1"; }
jetwire() { "$here/../../node_modules/.bin/node" "$here/../../packages/cli/src/main.ts" "$@" --data "$data"; }
freeze() { stopped+=("$@"); kill -STOP "$@"; }
thaw() {
  [ "${#keepers[@]}" -eq 0 ] || kill "${keepers[@]}" 2>/dev/null || true
  [ "${#stopped[@]}" -eq 0 ] || kill -CONT "${stopped[@]}" 2>/dev/null || true
  [ ! -s "$work/frozen" ] || xargs kill -CONT < "$work/frozen" 2>/dev/null || true
  rm -f "$work/frozen"
  stopped=()
  keepers=()
}
clean() { thaw || true; print_table || true; kill "$watcher" "$prometheus" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"; }

jq -c '[{targets: [.services[].health | values | sub("http://"; "")]}]' "$ready" > "$work/targets.json"
# JetwireNoMessages asks whether messages came an hour ago; here, ten minutes ago.
sed 's/interval: 10s/interval: 5s/; s/offset 1h/offset 10m/' "$here/rules.yml" > "$work/rules.yml"
cat > "$work/prometheus.yml" <<YML
global: { scrape_interval: 5s, scrape_timeout: 4s, evaluation_interval: 5s }
rule_files: [rules.yml]
scrape_configs: [{ job_name: jetwire, file_sd_configs: [{ files: [targets.json], refresh_interval: 5s }] }]
YML
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" --web.listen-address="127.0.0.1:$port" >"$work/log" 2>&1 &
prometheus=$!

# Writes each change of an alert: TIME ALERT firing|quiet. The file `firing` has those that fire now.
watch_alerts() {
  : > "$work/firing"
  while sleep 1; do
    curl -sf "http://127.0.0.1:$port/api/v1/alerts" |
      jq -r '[.data.alerts[] | select(.state == "firing").labels.alertname] | unique[]' > "$work/next" || continue
    comm -13 "$work/firing" "$work/next" | sed "s/^/$(now) /; s/\$/ firing/" >> "$work/events"
    comm -23 "$work/firing" "$work/next" | sed "s/^/$(now) /; s/\$/ quiet/" >> "$work/events"
    mv "$work/next" "$work/firing"
  done
}
touch "$work/events" "$work/rows"
watch_alerts &
watcher=$!
trap clean EXIT

firing() { grep -qx "$1" "$work/firing"; }
# at ALERT STATE TIME: prints when the alert first came into the state, at TIME or later.
at() { awk -v alert="$1" -v state="$2" -v from="$3" '$2 == alert && $3 == state && $1 >= from { print $1; exit }' "$work/events"; }

print_table() {
  local name alert begin cured fired ended
  echo '| Fault | Alert | Fired after, s | Ended after the cure, s |'
  echo '| ----- | ----- | -------------- | ----------------------- |'
  while IFS='|' read -r name alert begin cured; do
    fired=$(at "$alert" firing "$begin")
    ended=${fired:+$(at "$alert" quiet "$((fired > cured ? fired : cured))")}
    printf '| %s | %s | %s | %s |\n' "$name" "$alert" "${fired:+$((fired - begin))}" "${ended:+$((ended - cured))}"
  done < "$work/rows"
}

# fault NAME CAUSE CURE ALERT…: an alert with a + looks back or waits for minutes, so the next fault begins meanwhile.
fault() {
  local name=$1 cause=$2 cure=$3 begin cured alert
  shift 3
  begin=$(now)
  "$cause"
  for alert in "$@"; do
    until [[ $alert == *+ ]] || firing "$alert" || [ $(($(now) - begin)) -ge 100 ]; do sleep 1; done
  done
  "$cure"
  cured=$(now)
  for alert in "$@"; do echo "$name|${alert%+}|$begin|$cured" >> "$work/rows"; done
  for alert in "$@"; do
    while [[ $alert != *+ ]] && firing "$alert" && [ $(($(now) - cured)) -lt 60 ]; do sleep 1; done
  done
}

# together FAULT…: several faults at the same time, each a function.
together() {
  local one jobs=()
  for one in "$@"; do
    # If a step fails, what it has started in the background ends as well.
    (trap 'thaw; kill $(jobs -p) 2>/dev/null || true' EXIT; "$one") &
    jobs+=($!)
  done
  wait "${jobs[@]}" || true
}

no_cure() { :; }
thaw_all() { thaw; }
# The launcher replaces a service that has been frozen for half a minute: the new process is frozen as well.
freeze_all() {
  local all
  mapfile -t all < <(pids "$1")
  freeze "${all[@]}"
  keep_frozen "$1" &
  keepers+=($!)
}
keep_frozen() {
  local one
  while sleep 1; do
    for one in $(pids "$1"); do
      grep -qx "$one" "$work/frozen" 2>/dev/null || { kill -STOP "$one" && echo "$one" >> "$work/frozen"; } 2>/dev/null || true
    done
  done
}
freeze_persister() { freeze_all persister; }
freeze_sampler() { freeze_all sampler; }
freeze_fanout() { freeze_all fanout; }
freeze_rest() { freeze_all rest; }
freeze_chores() { freeze_all chores; }
# The simulator is a process of the launcher, and no service. The alert looks back at two minutes.
silence_feeders() {
  local all
  mapfile -t all < <(pgrep -P "$(ps -o ppid= -p "$(pids rest | head -1)" | tr -d ' ')" -f dist/simulator.js)
  freeze "${all[@]}"
  sleep 150
}
# Each start must be seen once by Prometheus.
kill_chores_thrice() {
  local n
  for n in 1 2 3; do
    kill -KILL "$(pids chores)"
    sleep 12
  done
}
queue() { # pause|resume
  (cd "$here/../../services/chores" && ../../node_modules/.bin/node --input-type=module -e '
    import { Queue } from "bullmq";
    const [url, method] = process.argv.slice(1);
    const queue = new Queue("{chores}", { connection: { url }, prefix: "jw:jobs" });
    await queue[method]();
    await queue.close();
  ' "$redis_url" "$1")
}
pause_jobs() {
  queue pause
  # The alert looks back three minutes, and waits one.
  sleep 260
}
resume_jobs() { queue resume; }
freeze_postgres() {
  local main all
  main=$(pids postgres)
  mapfile -t all < <(echo "$main"; pgrep -P "$main")
  freeze "${all[@]}"
}

forget_targets() { mv "$work/targets.json" "$work/kept.json"; echo '[]' > "$work/targets.json"; }
know_targets() { mv "$work/kept.json" "$work/targets.json"; }

# lines COUNT: objects of acarsdec, each with a text of its own.
lines() {
  awk -v count="$1" -v time="$(now)" -v seed="$RANDOM$RANDOM" 'BEGIN { for (n = 0; n < count; n++)
    printf "{\"timestamp\":%d,\"station_id\":\"FAULT-1\",\"channel\":1,\"freq\":131.55,\"level\":-20,\"error\":0,\"mode\":\"2\",\"label\":\"H1\",\"block_id\":\"3\",\"tail\":\"N12345\",\"text\":\"FAULT %s %d %0300d\",\"app\":{\"name\":\"acarsdec\",\"ver\":\"4.0\"}}\n", time, seed, n, n }'
}
post() { lines "$1" | curl -s -o /dev/null --max-time 20 -H 'content-type: application/x-ndjson' --data-binary @- "$ingest" || true; }
freeze_redis_and_feed() {
  local n
  freeze_all redis
  for n in 1 2 3 4 5 6 7 8; do post 3000; done
}
empty_all_redis() { redis flushall >/dev/null; }
fill_redis() { memory=$(redis config get maxmemory | tail -1); redis config set maxmemory $(($(redis info memory | tr -d '\r' | sed -n 's/^used_memory://p') * 10 / 9)) >/dev/null; }
empty_redis() { redis config set maxmemory "$memory" >/dev/null; }
allow_eviction() { redis config set maxmemory-policy allkeys-lru >/dev/null; }
forbid_eviction() { redis config set maxmemory-policy noeviction >/dev/null; }
append_newer() { newer=$(redis xadd 'jw:messages:{jw.0}' '*' v 9); }
remove_newer() { redis xdel 'jw:messages:{jw.0}' "$newer" >/dev/null; }
# An entry that the persister has not read and that is not in the stream any more. The reader notices it when its lease has expired and it begins again.
lose_unread_entry() {
  freeze_persister
  redis eval "local id = redis.call('XADD', KEYS[1], '*', 'v', '1')
    redis.call('XDEL', KEYS[1], id)" 1 'jw:messages:{jw.0}' >/dev/null
  sleep 8
  thaw
}

refuse_canary() { sql "alter table messages add constraint fault check (body not like 'CANARY%') not valid"; }
accept_canary() {
  sql "alter table messages drop constraint fault"
  sql "update dead_letters set dropped_at = now() where dropped_at is null"
}
lose_messages() { sql "update watermarks set stored = stored - 20 where (producer, partition) = (select producer, partition from watermarks where stored > 20 order by updated_at desc limit 1)"; }
find_messages() { sql "update watermarks set stored = stored + 20 where (producer, partition) = (select producer, partition from watermarks order by updated_at desc limit 1)"; }
# A generation that is lower than the one which ingest has written is that of an older database.
go_back() { sql "update ledgers set generation = greatest(0, generation - 100)"; }
refuse_job() {
  sql "create function fault() returns trigger language plpgsql as 'begin raise exception ''fault''; end'"
  sql "create trigger fault before delete on mails for each statement execute function fault()"
  local n
  for n in 1 2 3; do jetwire chores run drop-mails >/dev/null || true; done
}
accept_job() { sql "drop trigger fault on mails"; sql "drop function fault"; }
lock_claims() {
  local n
  "$psql" -qAtX "$postgres_url" -c "begin; lock table station_claims in access exclusive mode; select pg_sleep(60)" >/dev/null &
  sleep 1
  # The key may send 60 requests in a minute. curl does not send what follows the #.
  for n in 1 2; do
    curl -s -o /dev/null -H "Authorization: Bearer $key" "$rest/v1/claims#[1-28]" &
  done
  wait
}
connect_from_other_page() {
  curl -s -o /dev/null -H 'Origin: http://other.example' -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' \
    -H 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==' "$gateway/socket.io/?EIO=4&transport=websocket&n=[1-700]" || true
}
flood_ingest() {
  local n datagram
  datagram=$(printf '%1000s' x)
  freeze_all ingest
  exec 3<> "/dev/udp/127.0.0.1/$udp"
  for ((n = 0; n < 30000; n++)); do printf '%s' "$datagram" >&3; done
  exec 3>&-
  thaw
}
block_sampler() {
  local all
  mapfile -t all < <(pids sampler)
  stopped+=("${all[@]}")
  (while kill -STOP "${all[@]}" && sleep 1.5 && kill -CONT "${all[@]}"; do sleep 0.3; done) &
  blocker=$!
}
let_sampler_run() { kill "$blocker"; wait "$blocker" 2>/dev/null || true; thaw; }

# Fanout publishes only what a client of a gateway monitors.
forbid_publishes() {
  local selectors stations
  mapfile -t stations < <(sql "select id from stations where ident like 'SIM-%' order by id limit 5")
  (cd "$here/../../packages/testbed" && exec ../../node_modules/.bin/node --input-type=module -e '
    import { io } from "socket.io-client";
    const [url, ...ids] = process.argv.slice(1);
    const socket = io(url, { transports: ["websocket"] });
    socket.on("connect", () => ids.forEach((id) => socket.emit("station:monitor:start", Number(id))));
  ' "$gateway" "${stations[@]}") &
  monitor=$!
  mapfile -t selectors < <(redis acl list | grep '^user jw-fanout ' | grep -o '([^)]*)' | sed -E '/socket.io/ s/ \+s?publish\b//g')
  redis acl setuser jw-fanout clearselectors "${selectors[@]}" >/dev/null
}
allow_publishes() { redis acl load >/dev/null; kill "$monitor"; }
# A second REST process, whose clock is ten seconds ahead. A child of the launcher would end with it, so that its variables are left out.
start_skewed() {
  local pid variables health=$((port + 1))
  pid=$(pids rest | head -1)
  mapfile -d '' -t variables < <(grep -zv -e '^NODE_CHANNEL' -e '^JETWIRE_PARENT' "/proc/$pid/environ")
  env -i "${variables[@]}" SERVICE_REPLICA=9 REST_PORT=$((port + 2)) HEALTH_PORT=$health \
    LD_PRELOAD="$(faketime -m -f +0s sh -c 'echo "$LD_PRELOAD"')" FAKETIME=+10s FAKETIME_DONT_FAKE_MONOTONIC=1 \
    "$(readlink "/proc/$pid/exe")" "$here/../../services/rest/src/main.ts" >"$work/skewed.log" 2>&1 &
  skewed=$!
  jq -c --arg target "127.0.0.1:$health" '.[0].targets += [$target]' "$work/targets.json" > "$work/more.json"
  mv "$work/more.json" "$work/targets.json"
}
stop_skewed() {
  jq -c '.[0].targets |= .[:-1]' "$work/targets.json" > "$work/fewer.json"
  mv "$work/fewer.json" "$work/targets.json"
  kill "$skewed"
}

jobs_stop() { fault "the queue of jobs paused" pause_jobs resume_jobs JetwireChoresStopped; }
job_fails() { fault "a job that Postgres refuses" refuse_job accept_job JetwireChoresFail; }
entry_missing() { fault "an unread entry deleted from the stream" lose_unread_entry no_cure JetwireEntriesMissing; }
datagrams_dropped() { fault "30,000 datagrams while ingest was stopped" flood_ingest no_cure JetwireKernelDrops; }
connections_refused() { fault "700 connections from a page of another origin" connect_from_other_page no_cure JetwireConnectionsRefused; }
table_locked() { fault "a table of REST locked for a minute" lock_claims no_cure JetwireRestErrors JetwireRestSlow+; }
event_loop() { fault "sampler stopped for 1.5 s again and again" block_sampler let_sampler_run JetwireEventLoopBlocked; }
publishes_refused() { fault "publishing forbidden to fanout" forbid_publishes allow_publishes JetwirePublishesDropped; }
clock_skewed() { fault "a process whose clock is 10 s ahead" start_skewed stop_skewed JetwireClockSkew; }

echo "waiting until nothing fires" >&2
sleep 25
sed 's/^/before: /' "$work/firing" >&2
post 1
fault "Prometheus without targets" forget_targets know_targets JetwireMetricsMissing
together job_fails entry_missing datagrams_dropped connections_refused table_locked event_loop publishes_refused clock_skewed
fault "Redis emptied" empty_all_redis no_cure JetwireRedisLostEntries
outages=$(now)
fault "Redis stopped, and ingest fed" freeze_redis_and_feed thaw_all JetwireRedisDown JetwireJournalWaiting JetwireNotReady JetwireCanaryLost \
  JetwireJournalFull JetwireIngestRefuses+
fault "persister stopped" freeze_persister thaw_all JetwireStageLate JetwireCanaryLost JetwireMessagesLate+
fault "sampler stopped" freeze_sampler thaw_all JetwireProcessDown
fault "fanout stopped" freeze_fanout thaw_all JetwireCanaryLost
fault "Postgres stopped" freeze_postgres thaw_all JetwirePostgresDown JetwireNotReady JetwireCanaryLost
echo "Redis, persister, fanout and Postgres stopped, one after another|JetwireCanarySometimesLost|$outages|$(now)" >> "$work/rows"
fault "chores stopped" freeze_chores thaw_all JetwireServiceMissing JetwireProcessDown
fault "chores killed three times" kill_chores_thrice no_cure JetwireRestarts
jobs_stop
fault "feeders silent" silence_feeders thaw_all JetwireNoMessages
fault "REST stopped" freeze_rest thaw_all JetwireStateUnknown JetwireProcessDown
fault "Redis nearly full" fill_redis empty_redis JetwireRedisMemory
fault "Redis may evict" allow_eviction forbid_eviction JetwireAlarm JetwireNotReady
fault "messages that Postgres refuses" refuse_canary accept_canary JetwireDeadLetters
fault "entry of a newer release" append_newer remove_newer JetwireNewerEntry
fault "stored messages not counted" lose_messages find_messages JetwireMessagesUnaccounted
fault "counts in Postgres older than before" go_back no_cure JetwirePostgresWentBack
echo "waiting until nothing fires any more" >&2
until=$(($(now) + ${LINGER_SECONDS:-960}))
while [ -s "$work/firing" ] && [ "$(now)" -lt "$until" ]; do sleep 1; done
