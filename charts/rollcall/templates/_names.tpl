{{/*
The name of this copy of the chart: the name of the release, and after it the alias that an umbrella chart gives the copy.
Its pods have it as a label, so the selectors of two copies in one release never select the same pods.
The path of the templates names each chart above this one: umbrella/charts/ALIAS/templates.
*/}}
{{- define "rollcall.instance" -}}
{{- $aliases := without (rest (splitList "/charts/" (trimSuffix "/templates" .Template.BasePath))) "rollcall" -}}
{{- $name := join "-" (prepend $aliases .Release.Name) | lower | replace "_" "-" -}}
{{- include "rollcall.shorten" (list $name 63) -}}
{{- end -}}

{{/* Selects the series of this copy of the chart, with the labels that its ServiceMonitors set. */}}
{{- define "rollcall.seriesSelector" -}}
{{- printf "namespace=%q,release=%q" .Release.Namespace (include "rollcall.instance" .) -}}
{{- end -}}

{{/* A text of at most so many characters. A longer one ends in a checksum. Argument: (list TEXT LENGTH). */}}
{{- define "rollcall.shorten" -}}
{{- $text := first . -}}
{{- $maxLength := last . | int -}}
{{- if gt (len $text) $maxLength -}}
{{- $text = printf "%s-%s" ($text | trunc (int (sub $maxLength 7)) | trimSuffix "-") ($text | sha256sum | trunc 6) -}}
{{- end -}}
{{- $text -}}
{{- end -}}

{{/*
The name of an object: `fullnameOverride`, else rollcall.instance, then "-" and a part.
Argument: (list ROOT PART), such as (list $ "registration"). The name with its part has at most 52 characters, so that with
"-operator" or "-internal", which rollcall.serviceMetadata may append, it stays within the 63 that Kubernetes allows.
*/}}
{{- define "rollcall.name" -}}
{{- $base := default (include "rollcall.instance" (first .)) (first .).Values.fullnameOverride -}}
{{- printf "%s-%s" (include "rollcall.shorten" (list $base (sub 51 (len (last .))))) (last .) -}}
{{- end -}}

{{/*
The name of the objects of a service: `services.<name>.fullnameOverride`, else rollcall.name. The Service for public operations has this
name; the others add "-internal" or "-operator". Argument: (dict "root" $ "name" "user").
*/}}
{{- define "rollcall.fullname" -}}
{{- default (include "rollcall.name" (list .root .name)) (get .root.Values.services .name).fullnameOverride -}}
{{- end -}}

{{/* The labels that select the pods of a service. Never change them: the selector of a Deployment is immutable. */}}
{{- define "rollcall.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ include "rollcall.instance" .root | toYaml }}
{{- end -}}

{{/*
The labels of every object and pod. Precedence: the selector, version and part-of, labels, commonLabels.
Argument: (dict "name" "registration" "root" $ "labels" …).
*/}}
{{- define "rollcall.labels" -}}
{{- $ours := dict "app.kubernetes.io/version" .root.Chart.AppVersion "app.kubernetes.io/part-of" "rollcall" -}}
{{- toYaml (merge (include "rollcall.selector" . | fromYaml) $ours (default dict .labels) (default dict .root.Values.commonLabels)) -}}
{{- end -}}

{{/*
Metadata of any object. "name" is metadata.name, "component" the value of the label app.kubernetes.io/name.
Argument: (dict "root" $ "component" "registration" "name" "…" "labels" … "annotations" …)
*/}}
{{- define "rollcall.objectMetadata" -}}
{{- $release := dict "app.kubernetes.io/managed-by" .root.Release.Service "helm.sh/chart" (printf "%s-%s" .root.Chart.Name (replace "+" "_" .root.Chart.Version)) -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace | toYaml }}
labels:
  {{- include "rollcall.labels" (dict "root" .root "name" .component "labels" (merge $release (default dict .labels))) | nindent 2 }}
{{- with include "rollcall.annotations" (list .annotations .root) }}
annotations:
  {{- . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Annotations and the commonAnnotations as YAML, or nothing. ANNOTATIONS take precedence. Argument: (list ANNOTATIONS ROOT). */}}
{{- define "rollcall.annotations" -}}
{{- with merge dict (default dict (first .)) (default dict (last .).Values.commonAnnotations) }}{{ toYaml . }}{{ end -}}
{{- end -}}

{{/*
Metadata of an object of a service. SERVICE is what rollcall.each passes.
Argument: (dict "service" SERVICE "suffix" "-internal" "labels" … "annotations" …).
*/}}
{{- define "rollcall.serviceMetadata" -}}
{{- $name := printf "%s%s" (include "rollcall.fullname" .service) (default "" .suffix) -}}
{{- include "rollcall.objectMetadata" (dict "root" .service.root "component" .service.name "name" $name "labels" .labels "annotations" .annotations) -}}
{{- end -}}

{{/*
A value as text, with whole numbers without an exponent: Helm reads every number as a float and would write 1000000 as 1e+06. Other
values, such as "25%", stay as they are.
*/}}
{{- define "rollcall.plainText" -}}
{{- if and (kindIs "float64" .) (eq (float64 (int64 .)) .) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}
