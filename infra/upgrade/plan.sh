# shellcheck shell=sh disable=SC2154
# What an upgrade changes, and its steps: a part of infra/upgrade.sh, which defines the variables.

at() { git show "$1:$2" 2> /dev/null || true; } # commit, path
names() { sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/\1/p' | sort -u; }

show_changes() { # commit before, commit after
  say '' "Changelog since $from:" ''
  at "$2" CHANGELOG.md | awk -v to="## [$to]" -v from="## [$from]" '
    index($0, from) == 1 { exit }
    index($0, to) == 1 { shown = 1 }
    shown { print }
    END { if (!shown) print "CHANGELOG.md of the new version has no section for it." }'
  at "$1" infra/compose.env.example > "$folder/before"
  at "$2" infra/compose.env.example > "$folder/after"
  names < "$folder/before" > "$folder/before.names"
  names < "$folder/after" > "$folder/after.names"
  say '' "Settings ($env_file):"
  {
    for name in $(comm -13 "$folder/before.names" "$folder/after.names"); do
      say "  new: $(grep "^$name=" "$folder/after" | tail -n 1)"
    done
    for name in $(comm -23 "$folder/before.names" "$folder/after.names"); do
      grep -q "^$name=" "$env_file" && say "  retired: $name. Remove it."
    done
    for name in $(comm -12 "$folder/before.names" "$folder/after.names"); do
      old=$(sed -n "s/^$name=//p" "$folder/before" | tail -n 1)
      new=$(sed -n "s/^$name=//p" "$folder/after" | tail -n 1)
      [ "$old" = "$new" ] || say "  another default: $name=$new instead of $old; yours is '$(setting "$name" '')'"
    done
  } > "$folder/settings" || true
  if [ -s "$folder/settings" ]; then cat "$folder/settings"; else say '  nothing changes'; fi
  say '' 'Migrations:'
  git diff --name-only --diff-filter=A "$1" "$2" -- packages/db/src/migrations > "$folder/settings"
  if [ -s "$folder/settings" ]; then sed 's,.*/\(.*\)\.sql$,  \1,' "$folder/settings"; else say '  none'; fi
  git diff -U0 "$1" "$2" -- docker-compose.yml | grep '^[+-] *image: [^$]*$' > "$folder/settings" || return 0
  say '' 'Images of other projects, which this script does not replace (docs/operations/upgrade.md):'
  cat "$folder/settings"
}

show_steps() {
  say '' "Steps, from $from to $to:"
  if [ "$backup" = no ]; then say '  no back-up'
  elif [ -n "$(setting BACKUP_TARGET '')" ]; then say "  back-up to $(setting BACKUP_TARGET '')"
  else say "  copy of the database in $folder/$from.dump"; fi
  say "  images jetwire and balancer: $(how_images)"
  say '  missing secrets, users of Redis, migrations'
  for service in $renewed; do say "  $service: $(recall "count $service") replaced"; done
  for service in $beside; do say "  $service: $(recall "count $service") started beside the old, which then stop"; done
  say "  after each: well for $watch s, or back to $from"
}

how_images() {
  if has_images "$to"; then say 'they are on this host'; else
    case $(prefix) in */*) say "fetched from $(prefix)" ;; *) say 'built from the sources' ;; esac
  fi
}
