{{/* The image of a component: a tag or a digest of its own replaces both of `image`. Argument: root, component, settings. */}}
{{- define "jetwire.image" -}}
{{- $common := .root.Values.image -}}
{{- $own := .settings.image | default dict -}}
{{- range $name, $image := dict "image" $common (printf "%s.image" .component) $own -}}
{{- if and $image.tag $image.digest -}}
{{- fail (printf "%s: set tag or digest, not both; the other one must be empty" $name) -}}
{{- end -}}
{{- end -}}
{{- $version := $common -}}
{{- if or $own.tag $own.digest }}{{ $version = $own }}{{ end -}}
{{- $own.repository | default $common.repository | required "image.repository: is required; name the repository to which you pushed the image, for example registry.example.org/jetwire" -}}
{{- if $version.digest }}@{{ $version.digest }}{{ else }}:{{ $version.tag | default .root.Chart.AppVersion }}{{ end -}}
{{- end -}}

{{/* The Secret of a component: its own, the one for all, or the one that the chart makes. Argument: root, component, settings. */}}
{{- define "jetwire.secretName" -}}
{{- if .settings.existingSecret -}}
{{- .settings.existingSecret -}}
{{- else if .root.Values.secrets.existingSecret -}}
{{- .root.Values.secrets.existingSecret -}}
{{- else -}}
{{- include "jetwire.fullname" .root }}-{{ .component -}}
{{- end -}}
{{- end -}}

{{/* What every pod has. Argument: root, component, settings. */}}
{{- define "jetwire.podSettings" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .settings.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- if .root.Values.fixedUser }}
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  {{- end }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .settings.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .settings.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .settings.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Spreads the pods of a component over nodes and zones. Argument: root, component, settings. */}}
{{- define "jetwire.spread" -}}
{{- range .settings.spread }}
- topologyKey: {{ .topologyKey }}
  maxSkew: {{ .maxSkew | default 1 }}
  whenUnsatisfiable: {{ .whenUnsatisfiable }}
  # Pods of the version that an upgrade replaces do not count.
  matchLabelKeys: [{{ ternary "controller-revision-hash" "pod-template-hash" (eq $.component "ingest") }}]
  labelSelector:
    matchLabels: {{- include "jetwire.selector" (dict "root" $.root "component" $.component) | nindent 6 }}
{{- end }}
{{- end -}}

{{/* What every container has. Argument: root, component, settings. */}}
{{- define "jetwire.containerSettings" -}}
image: {{ include "jetwire.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources: {{- toYaml .settings.resources | nindent 2 }}
{{- end -}}

{{/*
The volumes of every pod: a folder for temporary files, certificates, and the secrets that its environment names. Argument: root,
secret, files.
*/}}
{{- define "jetwire.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- with .root.Values.certificateAuthorities }}
{{- if .configMap }}
- name: certificates
  configMap:
    name: {{ .configMap | quote }}
    items:
      - key: {{ .key | quote }}
        path: ca.crt
{{- end }}
{{- end }}
{{- if .files }}
- name: secrets
  secret:
    secretName: {{ .secret }}
    defaultMode: 0440
    items:
      {{- range .files }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}
{{- end -}}

{{/* Where they are mounted. Argument: root, files. */}}
{{- define "jetwire.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .root.Values.certificateAuthorities.configMap }}
- name: certificates
  mountPath: /run/certificates
  readOnly: true
{{- end }}
{{- if .files }}
- name: secrets
  mountPath: /run/secrets
  readOnly: true
{{- end }}
{{- end -}}

{{/* The ports on which a service listens. Argument: root, component. */}}
{{- define "jetwire.ports" -}}
- name: health
  containerPort: 9090
{{- if eq .component "rest" }}
- name: http
  containerPort: 8080
{{- else if eq .component "gateway" }}
- name: http
  containerPort: 8081
{{- else if eq .component "ingest" }}
- name: http
  containerPort: 8082
{{- range .root.Values.feeders.udpPorts }}
- name: udp-{{ . | int }}
  containerPort: {{ . | int }}
  protocol: UDP
{{- end }}
{{- range .root.Values.feeders.tcpPorts }}
- name: tcp-{{ . | int }}
  containerPort: {{ . | int }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The template of the pods of a service. Argument: root, component, settings. */}}
{{- define "jetwire.pod" -}}
{{- $environment := include "jetwire.environment" . -}}
{{- $files := include "jetwire.filesOf" $environment | fromYamlArray -}}
{{- $preStop := .settings.preStopSeconds | default 0 | int -}}
{{- $drain := 0 -}}
{{- if eq .component "gateway" }}{{ $drain = include "jetwire.drainSeconds" . | float64 | ceil | int }}{{ end -}}
metadata:
  {{- /* Only labels that an upgrade of another component leaves as they are. */}}
  labels: {{- include "jetwire.selector" . | nindent 4 }}
    {{- with .settings.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- $annotations := deepCopy .settings.podAnnotations }}
  {{- if not (or .settings.existingSecret .root.Values.secrets.existingSecret) }}
  {{- $_ := set $annotations "checksum/secrets" (include "jetwire.pickSecrets" (dict "root" .root "files" $files) | sha256sum) }}
  {{- end }}
  {{- with $annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "jetwire.podSettings" . | nindent 2 }}
  {{- with include "jetwire.spread" . }}
  topologySpreadConstraints: {{- trim . | nindent 4 }}
  {{- end }}
  # After preStop comes SIGTERM. A gateway then drains, and every process closes within ten seconds.
  terminationGracePeriodSeconds: {{ add $preStop $drain 15 }}
  containers:
    - name: {{ .component }}
      {{- include "jetwire.containerSettings" . | nindent 6 }}
      env: {{- trim $environment | nindent 8 }}
      ports: {{- include "jetwire.ports" . | nindent 8 }}
      {{- if $preStop }}
      # Keeps serving until balancers know that the pod ends.
      lifecycle:
        preStop:
          exec:
            command: [sleep, {{ $preStop | quote }}]
      {{- end }}
      startupProbe:
        httpGet: { path: /livez, port: health }
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /livez, port: health }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: health }
        periodSeconds: 5
        timeoutSeconds: 3
        failureThreshold: 2
      volumeMounts: {{- include "jetwire.mounts" (dict "root" .root "files" $files) | trim | nindent 8 }}
        {{- if eq .component "ingest" }}
        - name: journal
          mountPath: /var/lib/jetwire
        {{- end }}
  volumes: {{- include "jetwire.volumes" (dict "root" .root "secret" (include "jetwire.secretName" .) "files" $files) | nindent 4 }}
{{- end -}}
