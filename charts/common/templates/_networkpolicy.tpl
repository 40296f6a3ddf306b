{{/* Everything is refused but the listed flows. */}}
{{- define "common.networkpolicy" -}}
{{- if .Values.networkPolicy.enabled -}}
{{- $policy := .Values.networkPolicy -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "common.metadata" (dict "of" . "suffix" "") | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "common.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if hasKey .Values.config "HTTP_PORT" }}
    - ports:
        - port: http
      {{- with $policy.httpFrom }}
      from:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- if or $policy.operatorFrom .Values.ingress.operator.enabled .Values.httpRoute.operator.enabled }}
    - ports:
        - port: operator
      {{- with $policy.operatorFrom }}
      from:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- if and (hasKey .Values.config "INTERNAL_PORT") $policy.internalFrom }}
    - ports:
        - port: internal
      from:
        {{- toYaml $policy.internalFrom | nindent 8 }}
    {{- end }}
    - ports:
        - port: admin
      from:
        {{- toYaml (default (list (dict "namespaceSelector" dict)) $policy.adminFrom) | nindent 8 }}
  egress:
    {{- range $name, $flow := $policy.egress }}
    {{- if $flow.ports }}
    # {{ $name }}
    - ports:
        {{- range $flow.ports }}
        - port: {{ int . }}
          protocol: TCP
        {{- if eq $name "dns" }}
        - port: {{ int . }}
          protocol: UDP
        {{- end }}
        {{- end }}
      {{- with $flow.to }}
      to:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- end }}
    {{- with $policy.extraEgress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
{{- end -}}
