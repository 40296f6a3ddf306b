{{- define "common.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "common.metadata" (dict "of" . "suffix" "") | nindent 2 }}
spec:
  {{- if not .Values.autoscaling.enabled }}
  replicas: {{ int .Values.replicas }}
  {{- end }}
  minReadySeconds: {{ int .Values.rollout.minReadySeconds }}
  progressDeadlineSeconds: {{ int .Values.rollout.progressDeadlineSeconds }}
  revisionHistoryLimit: {{ int .Values.rollout.revisionHistoryLimit }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: {{ include "common.text" .Values.rollout.maxSurge }}
      maxUnavailable: {{ include "common.text" .Values.rollout.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "common.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "common.selector" . | nindent 8 }}
        app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
        app.kubernetes.io/part-of: rollcall
        {{- with .Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/config: {{ include "common.environment" . | sha256sum }}
        {{- with .Values.secretsRevision }}
        rollcall/secrets-revision: {{ . | quote }}
        {{- end }}
        {{- with .Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "common.pod" . | nindent 6 }}
{{- end -}}

{{- define "common.pod" -}}
serviceAccountName: {{ include "common.serviceAccountName" . }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ include "common.gracePeriod" . }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- include "common.placement" . }}
securityContext:
  {{- include "common.podSecurity" . | nindent 2 }}
containers:
  - name: {{ .Chart.Name }}
    image: {{ include "common.image" . | quote }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    securityContext:
      {{- include "common.containerSecurity" . | nindent 6 }}
    envFrom:
      - configMapRef:
          name: {{ include "common.fullname" . }}
    env:
      {{- range $name, $from := .Values.secrets }}
      - name: {{ $name }}
        valueFrom:
          secretKeyRef:
            name: {{ required (printf "values: secrets.%s.name is not set: name the Secret that holds it" $name) $from.name }}
            key: {{ $from.key }}
      {{- end }}
      {{- with .Values.extraEnv }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    ports:
      {{- range $name := list "http" "operator" "internal" "admin" }}
      {{- $variable := printf "%s_PORT" (upper $name) }}
      {{- if hasKey $.Values.config $variable }}
      - name: {{ $name }}
        containerPort: {{ int (get $.Values.config $variable) }}
      {{- end }}
      {{- end }}
    {{- range $probe, $path := dict "startupProbe" "/livez" "livenessProbe" "/livez" "readinessProbe" "/readyz" }}
    {{ $probe }}:
      httpGet:
        path: {{ $path }}
        port: admin
      {{- toYaml (get $.Values.probes (trimSuffix "Probe" $probe)) | nindent 6 }}
    {{- end }}
    resources:
      {{- toYaml .Values.resources | nindent 6 }}
    volumeMounts:
      - name: tmp
        mountPath: /tmp
      {{- if include "common.caFile" . }}
      - name: ca
        mountPath: /etc/rollcall/ca
        readOnly: true
      {{- end }}
      {{- with .Values.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
  {{- with .Values.caBundle.configMap }}
  - name: ca
    configMap:
      name: {{ . }}
  {{- end }}
  {{- if and .Values.caBundle.secret (not .Values.caBundle.configMap) }}
  - name: ca
    secret:
      secretName: {{ .Values.caBundle.secret }}
  {{- end }}
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/*
SIGTERM comes at once and the process itself drains: it says "not ready", takes requests for DRAIN_DELAY_MS more, then
finishes. So there is no preStop hook, which would only delay the signal, and want a shell that the image lacks.
*/}}
{{- define "common.gracePeriod" -}}
{{- $needed := add (divf .Values.config.DRAIN_DELAY_MS 1000 | ceil | int) 30 -}}
{{- $given := int .Values.terminationGracePeriodSeconds -}}
{{- if and $given (lt $given (int $needed)) -}}
{{- fail (printf "values: terminationGracePeriodSeconds %d is too short for DRAIN_DELAY_MS: at least %d" $given (int $needed)) -}}
{{- end -}}
{{- default $needed $given -}}
{{- end -}}

{{- define "common.placement" -}}
{{- if .Values.topologySpread.enabled }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: {{ $.Values.topologySpread.whenUnsatisfiable }}
    labelSelector:
      matchLabels:
        {{- include "common.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- range $key := list "nodeSelector" "tolerations" "affinity" }}
{{- with get $.Values $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The "restricted" level of Kubernetes' pod security standards. */}}
{{- define "common.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "common.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
