{{/*
A PromQL expression that reads only the metrics and alerts of one namespace, which Prometheus names in the label `namespace`:
releases in several namespaces share a Prometheus. Argument: expression, matcher (`namespace="jetwire"`).
*/}}
{{- define "jetwire.ofNamespace" -}}
{{- $marked := regexReplaceAll `\b(up|ALERTS|(?:jetwire|nodejs|process)_\w+)\b` .expression "${1}{,}" -}}
{{- $marked | replace "{,}{" (printf "{%s," .matcher) | replace "{,}" (printf "{%s}" .matcher) -}}
{{- end -}}

{{/* A dashboard, as JSON, with a choice of the namespace. Argument: root, file. */}}
{{- define "jetwire.dashboard" -}}
{{- $dashboard := .root.Files.Get .file | fromJson -}}
{{- $queries := $dashboard.annotations.list -}}
{{- range $dashboard.panels }}{{ $queries = concat $queries (.targets | default list) }}{{ end -}}
{{- range $queries -}}
{{- $_ := set . "expr" (include "jetwire.ofNamespace" (dict "expression" .expr "matcher" `namespace="$namespace"`)) -}}
{{- end -}}
{{- $source := dict "type" "prometheus" "uid" "${datasource}" -}}
{{- $choice := dict "name" "namespace" "label" "Namespace" "type" "query" "datasource" $source "query" "label_values(jetwire_ready, namespace)" "refresh" 2 "sort" 1 -}}
{{- $_ := set $dashboard.templating "list" (append $dashboard.templating.list $choice) -}}
{{- toJson $dashboard -}}
{{- end -}}
