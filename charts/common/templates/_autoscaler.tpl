{{- define "common.autoscaler" -}}
{{- if .Values.autoscaling.enabled -}}
{{- $scaling := .Values.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "common.metadata" (dict "of" . "suffix" "") | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "common.fullname" . }}
  minReplicas: {{ int $scaling.minReplicas }}
  maxReplicas: {{ int $scaling.maxReplicas }}
  metrics:
    {{- if $scaling.cpuUtilization }}
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ int $scaling.cpuUtilization }}
    {{- end }}
    {{- if $scaling.queue.metric }}
    - type: External
      external:
        metric:
          name: {{ $scaling.queue.metric }}
          {{- with $scaling.queue.matchLabels }}
          selector:
            matchLabels:
              {{- toYaml . | nindent 14 }}
          {{- end }}
        target:
          type: AverageValue
          averageValue: {{ include "common.text" $scaling.queue.messagesPerPod | quote }}
    {{- end }}
  {{- with $scaling.behavior }}
  behavior:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
{{- end -}}
