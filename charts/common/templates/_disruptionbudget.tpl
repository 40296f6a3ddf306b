{{- define "common.disruptionbudget" -}}
{{- if and .Values.disruptionBudget.enabled (include "common.isRedundant" .) -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "common.metadata" (dict "of" . "suffix" "") | nindent 2 }}
spec:
  maxUnavailable: {{ include "common.text" .Values.disruptionBudget.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "common.selector" . | nindent 6 }}
{{- end -}}
{{- end -}}
