#!/bin/sh
# Takes the place of docker in tests of infra/upgrade.sh. A container is a file of $FAKE/containers whose name is service.N
# and whose text is the version of its image. A command that matches the pattern in $FAKE/fail fails; of one that runs in a
# container of its own, only that container tells it, as with Compose and Podman.
set -eu
line="$* (${JETWIRE_VERSION:-})"
printf '%s\n' "$line" >> "$FAKE/log"
if [ -s "$FAKE/fail" ] && printf '%s\n' "$line" | grep -Eq -f "$FAKE/fail"; then
  case $* in *"doctor --for"*) echo '✗ canary: The last test message failed: not-delivered' ;; esac
  case $* in
    *' run '*) printf '%s\n' "$*" | sed 's/.*--name \([^ ]*\) .*/\1/' > "$FAKE/failed"; exit 0 ;;
  esac
  exit 1
fi
cd "$FAKE/containers"
if [ "$1" != compose ]; then
  case $1 in
    inspect)
      for last; do :; done
      case $* in *Health*) echo healthy ;; *) echo "jetwire/jetwire:$(cat "$last")" ;; esac ;;
    wait) if grep -qx "$2" "$FAKE/failed" 2> /dev/null; then echo 1; else echo 0; fi ;;
    rm) shift; [ "$1" != --force ] || shift; rm -f "$FAKE/failed" "$@" ;;
  esac
  exit
fi
shift 3
case "$*" in
  ps*) for service; do :; done; ls | grep "^$service\." || true ;;
  up*)
    for service; do :; done
    count=$(printf '%s\n' "$*" | sed 's/.*--scale [a-z]*=\([0-9]*\) .*/\1/')
    case $* in *--no-recreate*) ;; *) rm -f "$service".* ;; esac
    while [ "$(ls | grep -c "^$service\.")" -lt "$count" ]; do
      echo "$JETWIRE_VERSION" > "$service.$(date +%N)"
    done ;;
  *cksum*) cat "$FAKE/users" 2> /dev/null || echo 1 ;;
  *pg_database_size*) echo 1000 ;;
  *pg_dump*) echo dump ;;
esac
