{{/* What a service's NOTES.txt says. */}}
{{- define "common.notes" -}}
{{- $service := dict "Chart" .Chart "Release" .Release "Values" (include "common.layers" . | fromJson) -}}
{{- $name := include "common.fullname" $service -}}
{{ .Chart.Name }} {{ .Chart.AppVersion }} is installed as {{ $name }} in namespace {{ .Release.Namespace }}.

Is it ready?
  kubectl -n {{ .Release.Namespace }} rollout status deployment/{{ $name }}
  helm -n {{ .Release.Namespace }} test {{ .Release.Name }}

Ask it (what it needs and is away, if anything):
  kubectl -n {{ .Release.Namespace }} get --raw /api/v1/namespaces/{{ .Release.Namespace }}/services/{{ $name }}-internal:admin/proxy/readyz
{{- end -}}
