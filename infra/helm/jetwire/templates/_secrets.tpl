{{/* The secrets of some files from `secrets.values`, as JSON. Argument: root, files. */}}
{{- define "jetwire.pickSecrets" -}}
{{- $picked := dict -}}
{{- range .files -}}
{{- if not (hasKey $.root.Values.secrets.values .) -}}
{{- fail (printf "secrets.values.%s: is not set; without secrets.existingSecret, the chart needs the value of each secret" .) -}}
{{- end -}}
{{- $_ := set $picked . (index $.root.Values.secrets.values .) -}}
{{- end -}}
{{- toJson $picked -}}
{{- end -}}
