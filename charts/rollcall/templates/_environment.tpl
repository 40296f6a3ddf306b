{{/*
The environment variables of a service that are not secret. An empty value is computed if possible (rollcall.computed). Otherwise the
variable is left out, so the default of the service applies.
*/}}
{{- define "rollcall.environment" -}}
{{- $lines := list -}}
{{- range $name, $value := .Values.config -}}
{{- $text := include "rollcall.plainText" $value -}}
{{- if eq $text "" }}{{ $text = include "rollcall.computed" (list $ $name) }}{{ end -}}
{{- if ne $text "" }}{{ $lines = append $lines (printf "%s: %s" $name ($text | quote)) }}{{ end -}}
{{- end -}}
{{- join "\n" $lines -}}
{{- end -}}

{{/*
The value of a variable that is computed from other values, or nothing.
Argument: (list CONTEXT NAME), such as (list $ "REPLICAS"), with the context of a service.
*/}}
{{- define "rollcall.computed" -}}
{{- $variable := last . -}}
{{- with first . -}}
{{- if eq $variable "REPLICAS" -}}
{{- /*
Each replica takes its part of some limits, the limit divided by REPLICAS, but at least 1: attempts to a webhook endpoint, and rate
limits while Redis is unavailable. Autoscaling changes the number of replicas, so the maximum is used: all parts together then stay
within the limit (unless parts are rounded up to 1), and fewer replicas use less than the limit.
`replicas: 0` is a valid way to stop a service, but the service does not accept REPLICAS=0.
*/ -}}
{{- if .Values.autoscaling.enabled }}{{ int .Values.autoscaling.maxReplicas }}{{ else }}{{ include "rollcall.replicas" .Values | int | max 1 }}{{ end -}}
{{- else if eq $variable "CA_FILE" -}}
{{- include "rollcall.caFile" . -}}
{{- else if eq $variable "MAIL_TEMPLATES" -}}
{{- if .Values.templates.configMap }}/etc/rollcall/templates{{ end -}}
{{- else if eq $variable "MAIL_FROM" -}}
{{- fail "values: services.notification.config.MAIL_FROM is not set. Set it to the sender address of all e-mails" -}}
{{- else if eq $variable "TRUSTED_PROXIES" -}}
{{- /* The service then takes the address of the controller for that of every caller, and limits failed authentications by it. */ -}}
{{- $routes := list .root.Values.ingress .root.Values.ingress.operator .root.Values.httpRoute .root.Values.httpRoute.operator -}}
{{- range $routes }}{{ if .enabled -}}
{{- fail "values: config.TRUSTED_PROXIES is not set, so all callers behind an Ingress or HTTPRoute would share one address: set it to the addresses or networks of the controller's pods" -}}
{{- end }}{{ end -}}
{{- else if hasSuffix "_SERVICE_URL" $variable -}}
{{- $other := trimSuffix "_SERVICE_URL" $variable | lower -}}
{{- if not (get .root.Values.services $other).enabled -}}
{{- fail (printf "values: services.%s is not enabled, so services.%s.config.%s is required" $other .name $variable) -}}
{{- end -}}
{{- include "rollcall.internalUrl" (dict "root" .root "name" $other "port" "INTERNAL_PORT") -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The path of the CA bundle in the container, or nothing. */}}
{{- define "rollcall.caFile" -}}
{{- with .Values.caBundle -}}
{{- if and .configMap .secret }}{{ fail "values: caBundle accepts a configMap or a secret, not both" }}{{ end -}}
{{- if or .configMap .secret }}/etc/rollcall/ca/{{ .key }}{{ end -}}
{{- end -}}
{{- end -}}

{{/*
The secret environment variables of a service: a complete value from a key of a Secret, or a URL in the values with the user name and the
password from keys of Secrets. The service inserts the user name and the password into the URL with percent-encoding, so a password may
contain any character.
*/}}
{{- define "rollcall.secretEnvironment" -}}
{{- range $name, $from := .Values.secrets }}
{{- /* Each service has its own database, so the default Secret of MONGODB_URL has the name of the service. */ -}}
{{- $secret := default (ternary (printf "%s-mongodb" $.name) "" (eq $name "MONGODB_URL")) $from.name }}
{{- if not (or $from.url $secret) }}
{{- fail (printf "values: secrets.%s needs a url, or the name of a Secret" $name) }}
{{- end }}
{{- if $from.url }}
- name: {{ $name }}
  value: {{ $from.url | quote }}
{{- range $part := list "username" "password" }}
{{- with get $from $part }}
- name: {{ $name }}_{{ upper $part }}
  valueFrom:
    secretKeyRef:
      name: {{ .name | toYaml }}
      key: {{ .key | toYaml }}
{{- end }}
{{- end }}
{{- else }}
{{- if or $from.username $from.password }}
{{- fail (printf "values: secrets.%s.username and .password have no effect without secrets.%s.url" $name $name) }}
{{- end }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret | toYaml }}
      key: {{ $from.key | toYaml }}
      {{- with $from.optional }}
      optional: {{ . }}
      {{- end }}
{{- end }}
{{- end }}
{{- end -}}
