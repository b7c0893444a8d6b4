{{/* Name of the release's objects: the name of the release, with the chart's name if that is not in it. */}}
{{- define "jetwire.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels by which an object's pods are selected; they never change. Argument: root, component. */}}
{{- define "jetwire.selector" -}}
app.kubernetes.io/name: jetwire
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Labels of every object. Argument: root, component. */}}
{{- define "jetwire.labels" -}}
{{ include "jetwire.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* The origin at which people open the page, empty without a host. */}}
{{- define "jetwire.publicUrl" -}}
{{- if .Values.host -}}
{{- ternary "https" "http" .Values.ingress.tls.enabled }}://{{ .Values.host }}
{{- end -}}
{{- end -}}

{{/* The settings of a component as JSON: its own, and those of `defaults` that it does not set. Argument: root, component. */}}
{{- define "jetwire.settings" -}}
{{- include "jetwire.overlay" (list .root.Values.defaults (index .root.Values .component)) -}}
{{- end -}}

{{/* Two maps as one, as JSON: members of the second replace those of the first, also by false or nothing. */}}
{{- define "jetwire.overlay" -}}
{{- $result := deepCopy (first .) -}}
{{- range $key, $value := last . -}}
{{- $_ := set $result $key $value -}}
{{- end -}}
{{- toJson $result -}}
{{- end -}}

{{/* The least number of pods that a component has. Argument: its settings. */}}
{{- define "jetwire.replicasMin" -}}
{{- if and .autoscaling .autoscaling.enabled }}{{ .autoscaling.minReplicas | int }}{{ else }}{{ .replicas | int }}{{ end -}}
{{- end -}}

{{/* The greatest number of pods that a component has. Argument: its settings. */}}
{{- define "jetwire.replicasMax" -}}
{{- if and .autoscaling .autoscaling.enabled }}{{ .autoscaling.maxReplicas | int }}{{ else }}{{ .replicas | int }}{{ end -}}
{{- end -}}
