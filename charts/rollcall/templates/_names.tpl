{{/* The values of one of the services as that service sees them: (dict "of" $ "service" "registration"). */}}
{{- define "rollcall.service" -}}
{{- $sub := index .of.Subcharts .service -}}
{{- dict "Chart" (dict "Name" .service "AppVersion" $sub.Chart.AppVersion "Version" $sub.Chart.Version) "Release" (dict "Name" .of.Release.Name "Namespace" .of.Release.Namespace "Service" .of.Release.Service) "Values" (include "common.layers" $sub | fromJson) | toJson -}}
{{- end -}}

{{- define "rollcall.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{ include "common.origin" . }}
{{- end -}}
