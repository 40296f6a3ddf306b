{{/*
Two Services: the one that routes lead to has the public and operator operations and nothing else; internal operations,
metrics and probes are behind the other one, so no route can reach them by a wrong port.
*/}}
{{- define "common.service-public" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "common.metadata" (dict "of" . "suffix" "" "annotations" .Values.service.annotations) | nindent 2 }}
spec:
  type: {{ .Values.service.type }}
  selector:
    {{- include "common.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ int .Values.service.port }}
      targetPort: http
      appProtocol: http
{{- end -}}

{{- define "common.service-internal" -}}
apiVersion: v1
kind: Service
metadata:
  {{- $labels := dict "app.kubernetes.io/component" "internal" }}
  {{- include "common.metadata" (dict "of" . "suffix" "-internal" "labels" $labels "annotations" .Values.service.annotations) | nindent 2 }}
spec:
  type: ClusterIP
  selector:
    {{- include "common.selector" . | nindent 4 }}
  ports:
    {{- if include "common.hasInternalPort" . }}
    - name: internal
      port: {{ int .Values.config.INTERNAL_PORT }}
      targetPort: internal
      appProtocol: http
    {{- end }}
    - name: admin
      port: {{ int .Values.config.ADMIN_PORT }}
      targetPort: admin
      appProtocol: http
{{- end -}}
