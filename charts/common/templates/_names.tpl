{{- define "common.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What selects the pods of a service; never changes, because a Deployment's selector can't. */}}
{{- define "common.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "common.labels" -}}
{{ include "common.selector" . }}
{{ include "common.origin" . }}
{{- end -}}

{{- define "common.origin" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: rollcall
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name (replace "+" "_" .Chart.Version) }}
{{- end -}}

{{- define "common.image" -}}
{{- $image := .Values.image -}}
{{- $name := $image.repository -}}
{{- with $image.registry }}{{ $name = printf "%s/%s" . $name }}{{ end -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $name $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (default .Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "common.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "common.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* Metadata of an object: {{ include "common.metadata" (dict "of" $ "suffix" "-internal" "annotations" …) }} */}}
{{- define "common.metadata" -}}
name: {{ include "common.fullname" .of }}{{ .suffix }}
namespace: {{ .of.Release.Namespace }}
labels:
  {{- include "common.labels" .of | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with .annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* A number as it was written: Helm reads 1000000 as 1e+06. */}}
{{- define "common.text" -}}
{{- if or (kindIs "float64" .) (kindIs "int64" .) (kindIs "int" .) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{- define "common.isRedundant" -}}
{{- if .Values.autoscaling.enabled -}}
{{- if gt (int .Values.autoscaling.minReplicas) 1 }}true{{ end -}}
{{- else if gt (int .Values.replicas) 1 }}true{{ end -}}
{{- end -}}
