{{/*
Objects of one kind, one for each enabled service. Argument: (list KIND .), such as (list "deployment" .), which includes
"rollcall.deployment" with SERVICE as `.`. SERVICE is (dict "name" "registration" "root" $ "Values" …): `.Values` are the values of the
service, `.root.Values` those of the chart. Nothing is rendered for an object that is switched off. There is no line break after the last document, because Helm 3 removes it and Helm 4 keeps it.
*/}}
{{- define "rollcall.each" -}}
{{- $template := printf "rollcall.%s" (first .) -}}
{{- $root := last . -}}
{{- $documents := list -}}
{{- range $name := include "rollcall.enabled" $root | fromJsonArray -}}
{{- with include $template (dict "name" $name "root" $root "Values" (include "rollcall.values" (list $root $name) | fromJson)) | trim -}}
{{- $documents = append $documents . -}}
{{- end -}}
{{- end -}}
{{- join "\n---\n" $documents -}}
{{- end -}}

{{/* Returns the names of the enabled services as JSON, in alphabetical order. Argument: $. */}}
{{- define "rollcall.enabled" -}}
{{- $names := list -}}
{{- range $name, $service := .Values.services }}{{ if $service.enabled }}{{ $names = append $names $name }}{{ end }}{{ end -}}
{{- $names | toJson -}}
{{- end -}}

{{/*
Returns the values of a service as JSON: the values for all services, overridden by those under services.<name>.
Argument: (list $ "registration").
*/}}
{{- define "rollcall.values" -}}
{{- $own := get (first .).Values.services (last .) -}}
{{- mergeOverwrite (deepCopy (omit (first .).Values "services" "global")) (deepCopy $own) | toJson -}}
{{- end -}}

{{/* The number of pods of a service without autoscaling. Argument: the values of the service. */}}
{{- define "rollcall.replicas" -}}
{{- if eq (toString .replicas) "" }}2{{ else }}{{ int .replicas }}{{ end -}}
{{- end -}}

{{/* The smallest number of pods that a service should have. Argument: the values of the service. */}}
{{- define "rollcall.minPods" -}}
{{- if .autoscaling.enabled }}{{ int .autoscaling.minReplicas }}{{ else }}{{ include "rollcall.replicas" . }}{{ end -}}
{{- end -}}

{{/* The URL of a port for the other services or the platform. Argument: (dict "root" $ "name" "user" "port" "INTERNAL_PORT"). */}}
{{- define "rollcall.internalUrl" -}}
{{- $values := include "rollcall.values" (list .root .name) | fromJson -}}
{{- printf "http://%s-internal:%d" (include "rollcall.fullname" .) (int (get $values.config .port)) -}}
{{- end -}}

{{/* The URL of the public operations of a service inside the cluster. Argument: (dict "root" $ "name" "user"). */}}
{{- define "rollcall.publicUrl" -}}
{{- $values := include "rollcall.values" (list .root .name) | fromJson -}}
{{- printf "http://%s:%d" (include "rollcall.fullname" .) (int $values.service.port) -}}
{{- end -}}
