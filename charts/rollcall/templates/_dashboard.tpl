{{/* A Grafana dashboard in a ConfigMap: (list "requests" .) */}}
{{- define "rollcall.dashboard" -}}
{{- $name := first . -}}
{{- with last . -}}
{{- if .Values.dashboards.enabled -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-dashboard-{{ $name }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "rollcall.labels" . | nindent 4 }}
    {{- with .Values.dashboards.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.dashboards.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
data:
  {{ $name }}.json: |
    {{- .Files.Get (printf "files/dashboards/%s.json" $name) | trim | nindent 4 }}
{{- end -}}
{{- end -}}
{{- end -}}
