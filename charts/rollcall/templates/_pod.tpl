{{/* The settings that the pods of a service and the pod of `helm test` share. */}}
{{- define "rollcall.commonPodSettings" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with concat (default list .root.Values.global.imagePullSecrets) (default list .Values.imagePullSecrets) }}
imagePullSecrets:
  {{- range . }}
  - name: {{ if kindIs "string" . }}{{ . | toYaml }}{{ else }}{{ .name | toYaml }}{{ end }}
  {{- end }}
{{- end }}
{{- range $key := list "nodeSelector" "tolerations" "affinity" "hostAliases" "dnsConfig" "runtimeClassName" "priorityClassName" }}
{{- with get $.Values $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with .Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The settings of the pods of a service; containers and volumes follow separately. */}}
{{- define "rollcall.podSettings" -}}
serviceAccountName: {{ include "rollcall.serviceAccountName" . | toYaml }}
terminationGracePeriodSeconds: {{ include "rollcall.gracePeriod" . }}
{{ include "rollcall.commonPodSettings" . }}
{{- if .Values.topologySpread.enabled }}
topologySpreadConstraints:
  {{- with .Values.topologySpread.constraints }}
  {{- toYaml . | nindent 2 }}
  {{- else }}
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: {{ $.Values.topologySpread.whenUnsatisfiable }}
    labelSelector:
      matchLabels:
        {{- include "rollcall.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
  {{- end }}
{{- end }}
{{- with .Values.initContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The container of a service. Its variables are in the ConfigMap and in secrets. */}}
{{- define "rollcall.container" -}}
- name: {{ .name }}
  image: {{ include "rollcall.image" . | quote }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  {{- with .Values.securityContext }}
  securityContext:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  envFrom:
    - configMapRef:
        name: {{ include "rollcall.fullname" . }}
    {{- with .Values.extraEnvFrom }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  env:
    {{- include "rollcall.secretEnvironment" . | nindent 4 }}
    {{- with .Values.extraEnv }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  ports:
    {{- range $name := list "http" "operator" "internal" "admin" }}
    {{- with get $.Values.config (printf "%s_PORT" (upper $name)) }}
    - name: {{ $name }}
      containerPort: {{ int . }}
    {{- end }}
    {{- end }}
  startupProbe:
    httpGet: { path: /livez, port: admin }
    {{- toYaml .Values.probes.startup | nindent 4 }}
  livenessProbe:
    httpGet: { path: /livez, port: admin }
    {{- toYaml .Values.probes.liveness | nindent 4 }}
  readinessProbe:
    httpGet: { path: /readyz, port: admin }
    {{- toYaml .Values.probes.readiness | nindent 4 }}
  {{- with .Values.lifecycle }}
  lifecycle:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.resources }}
  resources:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  volumeMounts:
    - name: tmp
      mountPath: /tmp
    {{- if include "rollcall.caFile" . }}
    - name: ca
      mountPath: /etc/rollcall/ca
      readOnly: true
    {{- end }}
    {{- if (default dict .Values.templates).configMap }}
    - name: templates
      mountPath: /etc/rollcall/templates
      readOnly: true
    {{- end }}
    {{- with .Values.extraVolumeMounts }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* The volumes that the container of a service mounts. */}}
{{- define "rollcall.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- with .Values.caBundle.configMap }}
- name: ca
  configMap:
    name: {{ . | toYaml }}
{{- end }}
{{- with .Values.caBundle.secret }}
- name: ca
  secret:
    secretName: {{ . | toYaml }}
{{- end }}
{{- with (default dict .Values.templates).configMap }}
- name: templates
  configMap:
    name: {{ . | toYaml }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The image of a service. `global.imageRegistry` takes precedence over every registry, as in other charts. */}}
{{- define "rollcall.image" -}}
{{- $image := .Values.image -}}
{{- $registry := default $image.registry .root.Values.global.imageRegistry -}}
{{- $name := $image.repository -}}
{{- with $registry }}{{ $name = printf "%s/%s" . $name }}{{ end -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $name $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (default .root.Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end -}}

{{/*
How many seconds a pod may take to stop. On SIGTERM the process reports "not ready", accepts requests for DRAIN_DELAY_MS and then finishes those in progress. There is
no preStop hook: it would only delay the signal, and the image has no shell. 30 are the 25 s after which the process ends in any case,
and 5 s in reserve.
*/}}
{{- define "rollcall.gracePeriod" -}}
{{- $needed := add (divf .Values.config.DRAIN_DELAY_MS 1000 | ceil | int) 30 -}}
{{- $given := int .Values.terminationGracePeriodSeconds -}}
{{- if and $given (lt $given (int $needed)) -}}
{{- fail (printf "values: terminationGracePeriodSeconds %d is too short for DRAIN_DELAY_MS: at least %d" $given (int $needed)) -}}
{{- end -}}
{{- default $needed $given -}}
{{- end -}}
