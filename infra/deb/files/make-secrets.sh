#!/bin/sh
# Makes the secrets that are missing. Run by the user of the service.
set -eu
umask 077
secrets=/var/lib/jetwire/secrets
mkdir -p "$secrets"
# Without it, `jetwire init` would print the key of back-ups, and the journal would keep it. See docs/operations/small-host.md.
[ -e "$secrets/backup-recipient" ] || touch "$secrets/backup-recipient"
exec jetwire init --secrets "$secrets"
