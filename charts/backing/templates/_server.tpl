{{/* The labels of every object. They also select the pods, so never change them. Argument: (dict "root" $ "name" "redis"). */}}
{{- define "backing.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name | toYaml }}
app.kubernetes.io/part-of: rollcall-backing
{{- end -}}

{{/* The name of the objects of a server. Argument: (dict "root" $ "name" "redis"). */}}
{{- define "backing.fullname" -}}
{{ .root.Release.Name }}-{{ .name }}
{{- end -}}

{{/* Returns the settings of one server (_servers.tpl) as JSON. Argument: (list "redis" .). */}}
{{- define "backing.description" -}}
{{- $name := first . -}}
{{- $server := include (printf "backing.%s" $name) (last .) | fromJson -}}
{{- merge $server (dict "name" $name) | toJson -}}
{{- end -}}

{{/* The Service of one server. Argument: (list "redis" .). */}}
{{- define "backing.service" -}}
{{- if (get (last .).Values (first .)).enabled -}}
{{- $server := include "backing.description" . | fromJson -}}
{{- with merge (dict "root" (last .)) $server -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "backing.fullname" . }}
  namespace: {{ .root.Release.Namespace | toYaml }}
  labels:
    {{- include "backing.labels" . | nindent 4 }}
spec:
  {{- with .clusterIP }}
  clusterIP: {{ . }}
  {{- end }}
  selector:
    {{- include "backing.labels" . | nindent 4 }}
  ports:
    {{- range $name, $port := .ports }}
    - name: {{ $name }}
      port: {{ $port }}
      targetPort: {{ $name }}
    {{- end }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The StatefulSet of one server, with one pod. Argument: (list "redis" .). */}}
{{- define "backing.server" -}}
{{- if (get (last .).Values (first .)).enabled -}}
{{- $server := include "backing.description" . | fromJson -}}
{{- with merge (dict "root" (last .)) $server -}}
{{- $values := get .root.Values .name -}}
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ include "backing.fullname" . }}
  namespace: {{ .root.Release.Namespace | toYaml }}
  labels:
    {{- include "backing.labels" . | nindent 4 }}
spec:
  replicas: 1
  serviceName: {{ include "backing.fullname" . }}
  selector:
    matchLabels:
      {{- include "backing.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "backing.labels" . | nindent 8 }}
      {{- with .files }}
      annotations:
        checksum/files: {{ toYaml . | sha256sum }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 20
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 999
        runAsGroup: 999
        fsGroup: 999
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: {{ .name }}
          image: {{ $values.image | quote }}
          imagePullPolicy: {{ $values.pullPolicy }}
          {{- with $values.args }}
          args:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          {{- with .env }}
          env:
            {{- range $key, $value := . }}
            - name: {{ $key }}
              value: {{ $value | quote }}
            {{- end }}
          {{- end }}
          ports:
            {{- range $name, $port := .ports }}
            - name: {{ $name }}
              containerPort: {{ $port }}
            {{- end }}
          startupProbe:
            {{- toYaml .probe | nindent 12 }}
            periodSeconds: 1
            timeoutSeconds: 10
            failureThreshold: 180
          readinessProbe:
            {{- toYaml .probe | nindent 12 }}
            periodSeconds: 5
            timeoutSeconds: 10
          securityContext:
            allowPrivilegeEscalation: false
            capabilities:
              drop: [ALL]
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: {{ .data }}
            - name: tmp
              mountPath: /tmp
            {{- if .files }}
            - name: files
              mountPath: /etc/rollcall
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: {}
        {{- if not $values.storage }}
        - name: data
          emptyDir: {}
        {{- end }}
        {{- if .files }}
        - name: files
          configMap:
            name: {{ include "backing.fullname" . }}
        {{- end }}
  {{- if $values.storage }}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        {{- with $values.storageClass }}
        storageClassName: {{ . | toYaml }}
        {{- end }}
        resources:
          requests:
            storage: {{ $values.storage }}
  {{- end }}
{{- end -}}
{{- end -}}
{{- end -}}
