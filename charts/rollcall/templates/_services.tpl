{{/*
Objects of one kind, one for each enabled service: (list "deployment" .) includes "rollcall.deployment" with SERVICE as `.`, which is
(dict "name" "registration" "root" $ "Values" …): `.Values` are the values of the service, `.root.Values` those of the chart. Nothing is
rendered for an object that is switched off. There is no line break after the last document, because Helm 3 removes it and Helm 4 keeps it.
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

{{/* The names of the enabled services, in order. */}}
{{- define "rollcall.enabled" -}}
{{- $names := list -}}
{{- range $name, $service := .Values.services }}{{ if $service.enabled }}{{ $names = append $names $name }}{{ end }}{{ end -}}
{{- $names | toJson -}}
{{- end -}}

{{/* The values of a service: those for all services, overridden by its own: (list $ "registration"). */}}
{{- define "rollcall.values" -}}
{{- $own := get (first .).Values.services (last .) -}}
{{- mergeOverwrite (deepCopy (omit (first .).Values "services" "global")) (deepCopy $own) | toJson -}}
{{- end -}}

{{/* The smallest number of pods that a service should have, by the values of the service. */}}
{{- define "rollcall.minPods" -}}
{{- if .autoscaling.enabled }}{{ int .autoscaling.minReplicas }}{{ else }}{{ int .replicas }}{{ end -}}
{{- end -}}

{{/* The URL of a port for the other services or the platform: (dict "root" $ "name" "user" "port" "INTERNAL_PORT"). */}}
{{- define "rollcall.internalUrl" -}}
{{- $values := include "rollcall.values" (list .root .name) | fromJson -}}
{{- printf "http://%s-internal:%d" (include "rollcall.fullname" .) (int (get $values.config .port)) -}}
{{- end -}}

{{/* The URL of the public operations of a service inside the cluster: (dict "root" $ "name" "user"). */}}
{{- define "rollcall.publicUrl" -}}
{{- $values := include "rollcall.values" (list .root .name) | fromJson -}}
{{- printf "http://%s:%d" (include "rollcall.fullname" .) (int $values.service.port) -}}
{{- end -}}
