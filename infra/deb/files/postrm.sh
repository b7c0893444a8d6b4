#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then systemctl --system daemon-reload > /dev/null || true; fi
if [ "$1" = purge ]; then
  for unit in jetwire-redis.service jetwire.service; do deb-systemd-helper purge "$unit" > /dev/null || true; done
  # With all data, as for every package that is purged. A Postgres that does not run keeps the database.
  if runuser -u postgres -- psql -qAtc 'select 1' > /dev/null 2>&1; then
    runuser -u postgres -- psql -qAt > /dev/null <<'SQL' || true
drop database if exists jetwire with (force);
select format('drop role %I', rolname) from pg_roles where rolname ~ '^jetwire(_[a-z]+)?$' \gexec
SQL
  fi
  rm -rf /var/lib/jetwire /etc/jetwire
  if getent passwd jetwire > /dev/null; then deluser --quiet --system jetwire || true; fi
fi
