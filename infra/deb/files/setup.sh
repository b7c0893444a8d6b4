#!/bin/sh
# Makes what is missing: the secrets, the owner of the database and the database; then migrates it. Run by root before each start.
set -eu
secrets=/var/lib/jetwire/secrets
as_postgres() { runuser -u postgres -- psql --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

runuser -u jetwire -- /usr/lib/jetwire/make-secrets
for try in 1 2 3 4 5 6 7 8 9 10; do
  as_postgres --command 'select 1' > /dev/null 2>&1 && break
  [ "$try" -lt 10 ] || { echo "jetwire: Postgres does not answer: systemctl status postgresql" >&2 && exit 1; }
  sleep 3
done
# The owner is a superuser, as in the containers.
# The password has 43 letters, digits, - and _. It goes by standard input, because everybody sees the words of a command.
if [ "$(as_postgres --command "select count(*) from pg_roles where rolname = 'jetwire'")" = 0 ]; then
  printf "create role jetwire login superuser password '%s';\n" "$(cat "$secrets/postgres-password")" | as_postgres
fi
if [ "$(as_postgres --command "select count(*) from pg_database where datname = 'jetwire'")" = 0 ]; then
  as_postgres --command "create database jetwire owner jetwire encoding 'UTF8' locale 'C' template template0"
fi
jetwire config check
exec jetwire migrate --allow-newer
