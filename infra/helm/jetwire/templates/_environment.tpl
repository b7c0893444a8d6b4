{{/* A value of `config` as text: numbers without an exponent. */}}
{{- define "jetwire.text" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ toJson . }}{{ end -}}
{{- end -}}

{{/* The address of Redis for a user, without a password. Argument: root, user. */}}
{{- define "jetwire.redisUrl" -}}
{{- $url := .root.Values.redis.url -}}
{{- if .root.Values.redis.userPerService -}}
{{- $namespace := .root.Values.config.JETWIRE_NAMESPACE | default "jw" -}}
{{- regexReplaceAll "^([a-z+]+://)([^@/]*@)?" $url (printf "${1}%s-%s@" $namespace .user) -}}
{{- else -}}
{{- $url -}}
{{- end -}}
{{- end -}}

{{/* An address of Postgres for a role, without a password. Argument: url, role. */}}
{{- define "jetwire.databaseUrl" -}}
{{- regexReplaceAll "^([a-z]+://)([^@/]*@)?" .url (printf "${1}%s@" .role) -}}
{{- end -}}

{{/*
Variables that name the stores, by the files with their passwords, and what to trust them by. A URL in the Secret is used when none is given.
Argument: root, user, role, password (name of the file), databaseUrl (name of the file with the URL). Result: a YAML map.
*/}}
{{- define "jetwire.storeVariables" -}}
{{- $redis := .root.Values.redis -}}
{{- $database := .root.Values.database -}}
{{- if .user }}
{{- if $redis.url }}
REDIS_URL: {{ include "jetwire.redisUrl" . | quote }}
{{- if $redis.userPerService }}
REDIS_PASSWORD_FILE: /run/secrets/{{ .password }}
{{- end }}
{{- else }}
REDIS_URL_FILE: /run/secrets/redis-url
{{- end }}
{{- end }}
{{- if not $database.url }}
DATABASE_URL_FILE: /run/secrets/{{ .databaseUrl }}
{{- else if .role }}
DATABASE_URL: {{ include "jetwire.databaseUrl" (dict "url" $database.url "role" .role) | quote }}
DATABASE_PASSWORD_FILE: /run/secrets/{{ .databasePassword | default .password }}
{{- else }}
DATABASE_URL: {{ $database.url | quote }}
{{- end }}
{{- if .root.Values.certificateAuthorities.configMap }}
NODE_EXTRA_CA_CERTS: /run/certificates/ca.crt
{{- end }}
{{- end -}}

{{/*
The time, in seconds, in which a gateway closes all its connections: as long as it takes to close as many as it may have, at the
pace at which another one accepts them. Argument: root, settings.
*/}}
{{- define "jetwire.drainSeconds" -}}
{{- $config := include "jetwire.overlay" (list .root.Values.config .settings.config) | fromJson -}}
{{- if $config.DRAIN_SECONDS -}}
{{- $config.DRAIN_SECONDS -}}
{{- else -}}
{{- $connections := $config.GATEWAY_CONNECTIONS_MAX | default 20000 | float64 -}}
{{- min 300 (divf $connections ($config.DRAIN_CONNECTIONS_PER_SECOND | default 500 | float64) | ceil | int) -}}
{{- end -}}
{{- end -}}

{{/* Variables that the chart derives from other values, for one service. Argument: root, component, settings. */}}
{{- define "jetwire.derivedVariables" -}}
{{- $root := .root -}}
{{- $name := include "jetwire.fullname" $root -}}
{{- $publicUrl := include "jetwire.publicUrl" $root -}}
{{- $proxies := join "," $root.Values.trustedProxies -}}
{{- if eq .component "ingest" }}
INGEST_HOST: 0.0.0.0
INGEST_HTTP_PORT: "8082"
INGEST_UDP_PORTS: {{ join "," $root.Values.feeders.udpPorts | quote }}
INGEST_TCP_PORTS: {{ join "," $root.Values.feeders.tcpPorts | quote }}
INGEST_TRUSTED_PROXIES: {{ $proxies | quote }}
INGEST_JOURNAL_DIR: /var/lib/jetwire/journal
{{- else if eq .component "gateway" }}
GATEWAY_HOST: 0.0.0.0
GATEWAY_PORT: "8081"
DRAIN_SECONDS: {{ include "jetwire.drainSeconds" . | quote }}
GATEWAY_TRUSTED_PROXIES: {{ $proxies | quote }}
{{- else if eq .component "rest" }}
REST_HOST: 0.0.0.0
REST_PORT: "8080"
REST_TRUSTED_PROXIES: {{ $proxies | quote }}
REST_VIEWER_DIR: /jetwire/services/viewer/dist
REST_REPLICAS: {{ include "jetwire.replicasMax" .settings | quote }}
INGEST_UDP_PORTS: {{ join "," $root.Values.feeders.udpPorts | quote }}
INGEST_TCP_PORTS: {{ join "," $root.Values.feeders.tcpPorts | quote }}
{{- if $publicUrl }}
PUBLIC_URL: {{ $publicUrl | quote }}
REST_WS_URL: {{ regexReplaceAll "^http" $publicUrl "ws" | quote }}
{{- end }}
{{- with $root.Values.database.readUrl }}
{{- if $root.Values.database.rolePerService }}
DATABASE_READ_URL: {{ include "jetwire.databaseUrl" (dict "url" . "role" "jetwire_rest") | quote }}
DATABASE_READ_PASSWORD_FILE: /run/secrets/rest-password
{{- else }}
DATABASE_READ_URL: {{ . | quote }}
{{- end }}
{{- end }}
{{- else if eq .component "chores" }}
{{- if $publicUrl }}
PUBLIC_URL: {{ $publicUrl | quote }}
{{- end }}
{{- if $root.Values.chores.canary }}
CANARY_INGEST_URL: http://{{ $name }}-ingest:8082/v1/ingest
CANARY_REALTIME_URL: ws://{{ $name }}-gateway:8081
{{- end }}
{{- end }}
{{- end -}}

{{/*
All variables of a service, as entries of `env`: derived ones, then `config`, then the service's own `config`. A file of
`secretFiles` replaces a variable of the same name. Argument: root, component, settings.
*/}}
{{- define "jetwire.environment" -}}
{{- $component := .component -}}
{{- $values := .root.Values -}}
{{- $variables := dict "SERVICE" $component "HEALTH_HOST" "0.0.0.0" "HEALTH_PORT" "9090" -}}
{{- $role := ternary (printf "jetwire_%s" $component) "" $values.database.rolePerService -}}
{{- $stores := dict "root" .root "user" $component "role" $role "password" (printf "%s-password" $component) "databaseUrl" "database-url" -}}
{{- $variables = mergeOverwrite $variables (include "jetwire.storeVariables" $stores | fromYaml) (include "jetwire.derivedVariables" . | fromYaml) -}}
{{- range $key, $value := include "jetwire.overlay" (list $values.config .settings.config) | fromJson -}}
{{- $_ := set $variables $key (include "jetwire.text" $value) -}}
{{- end -}}
{{- range $key, $file := .settings.secretFiles -}}
{{- if $file -}}
{{- $_ := unset $variables $key -}}
{{- $_ := set $variables (printf "%s_FILE" $key) (printf "/run/secrets/%s" $file) -}}
{{- end -}}
{{- end -}}
{{- include "jetwire.entries" $variables -}}
{{- end -}}

{{/* A map of variables as entries of `env`. */}}
{{- define "jetwire.entries" -}}
{{- range $key, $value := . }}
- name: {{ $key }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* The names of the files in an environment, as a YAML list. Argument: text of `env`. */}}
{{- define "jetwire.filesOf" -}}
{{- range regexFindAll "/run/secrets/[A-Za-z0-9._-]+" . -1 | uniq | sortAlpha }}
- {{ trimPrefix "/run/secrets/" . }}
{{- end }}
{{- end -}}
