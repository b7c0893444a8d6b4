#!/bin/sh
# The operator's command line. Root becomes the user of the service, which may read the secrets; others use a service to which they
# have logged in (`jetwire login`).
home=/usr/lib/jetwire
case $(id -un) in
  root) exec runuser -u jetwire -- "$0" "$@" ;;
  jetwire) set -- "--env-file=/etc/jetwire/jetwire.env" "--env-file=$home/operator.env" "$home/packages/bundle/dist/jetwire.js" "$@" ;;
  *) set -- "$home/packages/bundle/dist/jetwire.js" "$@" ;;
esac
exec "$home/bin/node" "$@"
