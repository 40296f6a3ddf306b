{{/* Public operations, and on a host of their own the operator operations where asked for. */}}
{{- define "common.ingress" -}}
{{- $ingress := .Values.ingress -}}
{{- if and $ingress.enabled .Values.routes.public -}}
{{- include "common.ingressOf" (dict "of" . "suffix" "" "port" "http" "paths" .Values.routes.public "at" $ingress) }}
{{- end -}}
{{- end -}}

{{- define "common.ingress-operator" -}}
{{- $ingress := .Values.ingress -}}
{{- if and $ingress.operator.enabled .Values.routes.operator -}}
{{- include "common.requireOwnHost" (dict "of" . "value" "ingress.operator.host" "hosts" (list $ingress.operator.host)) }}
{{- include "common.ingressOf" (dict "of" . "suffix" "-operator" "port" "operator" "paths" .Values.routes.operator "at" $ingress.operator) }}
{{- end -}}
{{- end -}}

{{- define "common.ingressOf" -}}
{{- $of := .of -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  {{- include "common.metadata" (dict "of" $of "suffix" .suffix "annotations" .at.annotations) | nindent 2 }}
spec:
  {{- with $of.Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .at.tlsSecret }}
  tls:
    - secretName: {{ . }}
      {{- with $.at.host }}
      hosts: [{{ . | quote }}]
      {{- end }}
  {{- end }}
  rules:
    - http:
        paths:
          {{- range .paths }}
          - path: {{ . }}
            pathType: Prefix
            backend:
              service:
                name: {{ include "common.fullname" $of }}{{ $.suffix }}
                port:
                  name: {{ $.port }}
          {{- end }}
      {{- with .at.host }}
      host: {{ . | quote }}
      {{- end }}
{{- end -}}

{{/* A route to operator operations on the public host would show them to everyone. */}}
{{- define "common.requireOwnHost" -}}
{{- $public := append .of.Values.httpRoute.hostnames .of.Values.ingress.host -}}
{{- range default (list "") .hosts -}}
{{- if has . (append $public "") -}}
{{- fail (printf "values: %s is %q: operator operations need a host of their own, which no public operation answers on" $.value .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
