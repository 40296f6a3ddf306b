{{/* A Secret with the name and keys that the chart rollcall reads by default. Argument: (list NAME . (dict KEY VALUE)). */}}
{{- define "backing.secret" -}}
{{- $name := index . 0 -}}
{{- $data := index . 2 -}}
{{- with index . 1 -}}
{{- if .Values.secrets.enabled -}}
apiVersion: v1
kind: Secret
metadata:
  name: {{ $name }}
  namespace: {{ .Release.Namespace | toYaml }}
  labels:
    {{- include "backing.labels" (dict "root" . "name" "secrets") | nindent 4 }}
stringData:
  {{- toYaml $data | nindent 2 }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The URL of the database of one service. Argument: (list "user" .). */}}
{{- define "backing.database" -}}
{{- $database := first . -}}
{{- with last . -}}
{{- $server := printf "%s-mongodb" .Release.Name -}}
{{- $replicaSet := .Values.mongodb.replicaSet -}}
mongodb://{{ $server }}-0.{{ $server }}:27017/{{ $database }}{{ with $replicaSet }}?replicaSet={{ . }}{{ end }}
{{- end -}}
{{- end -}}
