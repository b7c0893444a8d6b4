#!/bin/sh
set -e
if [ "$1" = configure ]; then
  adduser --system --group --quiet --home /var/lib/jetwire --no-create-home jetwire
  install -d -m 700 -o jetwire -g jetwire /var/lib/jetwire
  # It may name a mail server with its password.
  chown root:jetwire /etc/jetwire/jetwire.env
  for unit in jetwire-redis.service jetwire.service; do
    deb-systemd-helper unmask "$unit" > /dev/null || true
    if deb-systemd-helper --quiet was-enabled "$unit"; then deb-systemd-helper enable "$unit" > /dev/null || true; fi
  done
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload > /dev/null || true
    # A failure is in the journal, and does not leave the package half installed.
    deb-systemd-invoke restart jetwire-redis.service jetwire.service || true
  fi
fi
