{{/* The environment variables of a service that are not secret. Empty ones are left out, so the default of the service applies. */}}
{{- define "rollcall.environment" -}}
{{- $lines := list -}}
{{- range $name, $value := .Values.config -}}
{{- $text := include "rollcall.plainNumber" $value -}}
{{- if eq $text "" }}{{ $text = include "rollcall.computed" (list $ $name) }}{{ end -}}
{{- if ne $text "" }}{{ $lines = append $lines (printf "%s: %s" $name ($text | quote)) }}{{ end -}}
{{- end -}}
{{- join "\n" $lines -}}
{{- end -}}

{{/* The value of a variable that is computed from other values: (list SERVICE "REPLICAS"). */}}
{{- define "rollcall.computed" -}}
{{- $variable := last . -}}
{{- with first . -}}
{{- if eq $variable "REPLICAS" -}}
{{- if .Values.autoscaling.enabled }}{{ int .Values.autoscaling.maxReplicas }}{{ else }}{{ max 1 (int .Values.replicas) }}{{ end -}}
{{- else if eq $variable "CA_FILE" -}}
{{- include "rollcall.caFile" . -}}
{{- else if eq $variable "MAIL_TEMPLATES" -}}
{{- if .Values.templates.configMap }}/etc/rollcall/templates{{ end -}}
{{- else if eq $variable "MAIL_FROM" -}}
{{- fail "values: services.notification.config.MAIL_FROM is not set. Set it to the sender of every e-mail" -}}
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
The secret variables: a complete value from one key of a Secret, or a URL whose user name and password come from other keys. The
service inserts these into the URL with percent-encoding, so a password may contain any character.
*/}}
{{- define "rollcall.secretEnvironment" -}}
{{- range $name, $from := .Values.secrets }}
{{- $secret := default (ternary (printf "%s-mongodb" $.name) "" (eq $name "MONGODB_URL")) $from.name }}
{{- if $from.url }}
- name: {{ $name }}
  value: {{ $from.url | quote }}
{{- range $part := list "username" "password" }}
{{- with get $from $part }}
- name: {{ $name }}_{{ upper $part }}
  valueFrom:
    secretKeyRef:
      name: {{ .name }}
      key: {{ .key }}
{{- end }}
{{- end }}
{{- else }}
{{- if or $from.username $from.password }}
{{- fail (printf "values: secrets.%s.username and .password have no effect without secrets.%s.url" $name $name) }}
{{- end }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ $from.key }}
      {{- with $from.optional }}
      optional: {{ . }}
      {{- end }}
{{- end }}
{{- end }}
{{- end -}}
