{{/* The environment of a service that is no secret. What is empty is left out: the service's own default holds. */}}
{{- define "common.configmap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "common.metadata" (dict "of" . "suffix" "") | nindent 2 }}
data:
  {{- include "common.environment" . | trim | nindent 2 }}
{{- end -}}

{{- define "common.environment" -}}
{{- $of := . -}}
{{- range $name, $value := .Values.config -}}
{{- $text := tpl (include "common.text" $value) $of -}}
{{- if and (eq $name "REPLICAS") (eq $text "") }}{{ $text = include "common.sharers" $of }}{{ end -}}
{{- if and (eq $name "CA_FILE") (eq $text "") }}{{ $text = include "common.caFile" $of }}{{ end -}}
{{- if ne $text "" }}
{{ $name }}: {{ $text | quote }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "common.sharers" -}}
{{- if .Values.autoscaling.enabled }}{{ int .Values.autoscaling.maxReplicas }}{{ else }}{{ max 1 (int .Values.replicas) }}{{ end -}}
{{- end -}}

{{- define "common.caFile" -}}
{{- if or .Values.caBundle.configMap .Values.caBundle.secret }}/etc/rollcall/ca/{{ .Values.caBundle.key }}{{ end -}}
{{- end -}}
