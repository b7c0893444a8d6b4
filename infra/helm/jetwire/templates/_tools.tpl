{{/*
The environment of `jetwire migrate` and of the operator's command line, as entries of `env`. Argument: root, component
(`migrate` or `operator`), settings.
*/}}
{{- define "jetwire.toolEnvironment" -}}
{{- $values := .root.Values -}}
{{- $isOperator := eq .component "operator" -}}
{{- $role := ternary $values.database.owner "" $values.database.rolePerService -}}
{{- $stores := dict "root" .root "user" (ternary "operator" "" $isOperator) "role" $role "password" "operator-password" "databasePassword" "postgres-password" "databaseUrl" "database-owner-url" -}}
{{- $variables := include "jetwire.storeVariables" $stores | fromYaml -}}
{{- range $key, $value := include "jetwire.overlay" (list $values.config .settings.config) | fromJson -}}
{{- $_ := set $variables $key (include "jetwire.text" $value) -}}
{{- end -}}
{{- /* The migration gives each service its role. The operator's pod has no password of a service. */}}
{{- if and (not $isOperator) (or $values.redis.userPerService $values.database.rolePerService) -}}
{{- range list "ingest" "persister" "fanout" "sampler" "gateway" "rest" "chores" "operator" -}}
{{- $_ := set $variables (printf "%s_PASSWORD_FILE" (upper .)) (printf "/run/secrets/%s-password" .) -}}
{{- end -}}
{{- end -}}
{{- if and $isOperator (include "jetwire.publicUrl" .root) -}}
{{- range list "PUBLIC_URL" "JETWIRE_URL" -}}
{{- if not (hasKey $variables .) -}}
{{- $_ := set $variables . (include "jetwire.publicUrl" $.root) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $key, $file := .settings.secretFiles -}}
{{- if $file -}}
{{- $_ := set $variables (printf "%s_FILE" $key) (printf "/run/secrets/%s" $file) -}}
{{- end -}}
{{- end -}}
{{- include "jetwire.entries" $variables -}}
{{- end -}}
