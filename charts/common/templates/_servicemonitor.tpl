{{- define "common.servicemonitor" -}}
{{- if .Values.serviceMonitor.enabled -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  {{- include "common.metadata" (dict "of" . "suffix" "" "labels" .Values.serviceMonitor.labels) | nindent 2 }}
spec:
  selector:
    matchLabels:
      {{- include "common.selector" . | nindent 6 }}
      app.kubernetes.io/component: internal
  namespaceSelector:
    matchNames: [{{ .Release.Namespace }}]
  endpoints:
    - port: admin
      path: /metrics
      interval: {{ .Values.serviceMonitor.interval }}
      honorLabels: true # the metrics name their service themselves
{{- end -}}
{{- end -}}
