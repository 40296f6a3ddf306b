{{/*
Objects of one kind, one for each enabled service: (list "deployment" .). What its values switch off renders nothing.
The last document has no line after it: Helm 3 cuts space after a document off, Helm 4 keeps it.
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

{{/* The values of a service: what is given for all, then what is given for it. The later one wins: (list $ "registration"). */}}
{{- define "rollcall.values" -}}
{{- $own := get (first .).Values.services (last .) -}}
{{- mergeOverwrite (deepCopy (omit (first .).Values "services" "global")) (deepCopy $own) | toJson -}}
{{- end -}}

{{/* How others reach a service: (list $ "user" "-internal" "INTERNAL_PORT"). */}}
{{- define "rollcall.url" -}}
{{- $root := index . 0 -}}
{{- $values := include "rollcall.values" (list $root (index . 1)) | fromJson -}}
{{- $port := get $values.config (index . 3) -}}
{{- if eq (index . 2) "" }}{{ $port = $values.service.port }}{{ end -}}
{{- printf "http://%s%s:%d" (include "rollcall.fullname" (dict "name" (index . 1) "root" $root)) (index . 2) (int $port) -}}
{{- end -}}
