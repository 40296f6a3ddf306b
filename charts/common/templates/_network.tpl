{{/*
A Service for each kind of caller: public operations, operator operations, and what the platform and the other services
ask for. A route names a Service, so it can't reach operations that are not meant for its callers by a wrong path or port.
*/}}
{{- define "common.service-public" -}}
{{- if hasKey .Values.config "HTTP_PORT" -}}
{{- include "common.serviceOf" (dict "of" . "suffix" "" "type" .Values.service.type "ports" (dict "http" .Values.service.port)) }}
{{- end -}}
{{- end -}}

{{- define "common.service-operator" -}}
{{- include "common.serviceOf" (dict "of" . "suffix" "-operator" "ports" (dict "operator" .Values.config.OPERATOR_PORT)) }}
{{- end -}}

{{- define "common.service-internal" -}}
{{- $ports := dict "admin" .Values.config.ADMIN_PORT }}
{{- if hasKey .Values.config "INTERNAL_PORT" }}{{ $_ := set $ports "internal" .Values.config.INTERNAL_PORT }}{{ end }}
{{- $labels := dict "app.kubernetes.io/component" "internal" }}
{{- include "common.serviceOf" (dict "of" . "suffix" "-internal" "labels" $labels "ports" $ports) }}
{{- end -}}

{{- define "common.serviceOf" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "common.metadata" (dict "of" .of "suffix" .suffix "labels" .labels "annotations" .of.Values.service.annotations) | nindent 2 }}
spec:
  type: {{ default "ClusterIP" .type }}
  selector:
    {{- include "common.selector" .of | nindent 4 }}
  ports:
    {{- range $name, $port := .ports }}
    - name: {{ $name }}
      port: {{ int $port }}
      targetPort: {{ $name }}
      appProtocol: http
    {{- end }}
{{- end -}}
