{{/* The same as the Ingress, for the Gateway API. */}}
{{- define "common.httproute" -}}
{{- $route := .Values.httpRoute -}}
{{- if and $route.enabled .Values.routes.public -}}
{{- include "common.httprouteOf" (dict "of" . "suffix" "" "port" .Values.service.port "paths" .Values.routes.public "at" $route "annotations" $route.annotations) }}
{{- end -}}
{{- end -}}

{{- define "common.httproute-operator" -}}
{{- $route := .Values.httpRoute -}}
{{- if and $route.operator.enabled .Values.routes.operator -}}
{{- include "common.requireOwnHost" (dict "of" . "value" "httpRoute.operator.hostnames" "hosts" $route.operator.hostnames) }}
{{- include "common.httprouteOf" (dict "of" . "suffix" "-operator" "port" .Values.config.OPERATOR_PORT "paths" .Values.routes.operator "at" $route.operator) }}
{{- end -}}
{{- end -}}

{{- define "common.httprouteOf" -}}
{{- $of := .of -}}
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  {{- include "common.metadata" (dict "of" $of "suffix" .suffix "annotations" .annotations) | nindent 2 }}
spec:
  {{- if not .at.parentRefs }}
  {{- fail "values: httpRoute needs parentRefs: name the Gateway" }}
  {{- end }}
  parentRefs:
    {{- toYaml .at.parentRefs | nindent 4 }}
  {{- with .at.hostnames }}
  hostnames:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  rules:
    - matches:
        {{- range .paths }}
        - path:
            type: PathPrefix
            value: {{ . }}
        {{- end }}
      backendRefs:
        - name: {{ include "common.fullname" $of }}{{ .suffix }}
          port: {{ int .port }}
      {{- with $of.Values.httpRoute.retry }}
      retry:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
