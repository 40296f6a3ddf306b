{{/*
One object of a service: {{ include "common.service" (list "deployment" .) }}. A service's chart has such a line for each
kind, in a file each, and no other template; the objects differ by values alone. An object that its values switch off
renders nothing. A file has one document and no line after it: Helm 3 cuts the space after a document off, Helm 4 keeps it.
*/}}
{{- define "common.service" -}}
{{- $kind := first . -}}
{{- with last . -}}
{{- include "common.requireKnownGlobals" . -}}
{{- $values := include "common.layers" . | fromJson -}}
{{- include (printf "common.%s" $kind) (dict "Values" $values "Chart" .Chart "Release" .Release "Capabilities" .Capabilities "Template" .Template) -}}
{{- end -}}
{{- end -}}

{{/* The values of a service: this library's, then `global.rollcall`, then its own. The later one wins. */}}
{{- define "common.layers" -}}
{{- $everywhere := dig "rollcall" dict (default dict .Values.global) -}}
{{- $own := omit .Values "common" "global" "enabled" -}}
{{- mergeOverwrite (deepCopy (omit .Values.common "global")) (deepCopy $everywhere) (deepCopy $own) | toJson -}}
{{- end -}}

{{/* `global` belongs to everybody when a chart is part of another one; alone, a misspelt name in it is refused. */}}
{{- define "common.requireKnownGlobals" -}}
{{- if .Chart.IsRoot -}}
{{- range $key, $_ := omit (default dict .Values.global) "rollcall" -}}
{{- fail (printf "values: global.%s is not known; the only one is global.rollcall" $key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
