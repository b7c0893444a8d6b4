#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl --system daemon-reload > /dev/null || true; fi
if [ "$1" = purge ]; then
  for unit in jetwire-redis.service jetwire.service; do deb-systemd-helper purge "$unit" > /dev/null || true; done
  # With all data, as for every package that is purged: the databases that a back-up or a restore has left, too. A Postgres that does not run keeps the database.
  if runuser -u postgres -- psql -qAtc 'select 1' > /dev/null 2>&1; then
    runuser -u postgres -- psql -qAt > /dev/null <<'SQL' || true
select format('drop database %I with (force)', datname) from pg_database join pg_roles r on r.oid = datdba
  where datname ~ '^jetwire(_|$)' and rolname ~ '^jetwire(_[a-z]+)?$' \gexec
select format('drop owned by %I; drop role %I', rolname, rolname) from pg_roles where rolname ~ '^jetwire(_[a-z]+)?$' \gexec
SQL
  fi
  rm -rf /var/lib/jetwire /etc/jetwire
  if getent passwd jetwire > /dev/null; then deluser --quiet --system jetwire || true; fi
fi
