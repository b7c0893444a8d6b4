# The images of a next version, for a rehearsal of an upgrade.
FROM jetwire/jetwire:local AS jetwire
COPY next-migration.sql packages/db/src/migrations/9999-rehearsal.sql

FROM jetwire/balancer:local AS balancer
LABEL version=next
