#!/bin/sh
set -e
# Before an upgrade too: a process that runs would load files of the other version.
if [ -d /run/systemd/system ]; then deb-systemd-invoke stop jetwire.service || true; fi
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then deb-systemd-invoke stop jetwire-redis.service || true; fi
