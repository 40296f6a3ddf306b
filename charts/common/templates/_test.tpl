{{/* `helm test`: the service says that it is ready. The image has no shell, and needs none. */}}
{{- define "common.test" -}}
{{- if .Values.tests.enabled -}}
{{- $url := printf "http://%s-internal:%d/readyz" (include "common.fullname" .) (int .Values.config.ADMIN_PORT) -}}
{{- $script := `
const deadline = Date.now() + 60_000
for (;;) {
  const answer = await fetch(process.argv[1]).then((r) => r.json(), (fault) => ({ status: 'no answer', fault: fault.message }))
  console.log(JSON.stringify(answer))
  if (answer.status === 'ready') process.exit(0)
  if (Date.now() > deadline) process.exit(1)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
}` -}}
{{- include "common.testPod" (dict "of" . "suffix" "-ready" "script" $script "arguments" (list $url)) -}}
{{- end -}}
{{- end -}}

{{/* A pod of `helm test` that runs a script with Node from the service's own image. */}}
{{- define "common.testPod" -}}
{{- $of := .of -}}
apiVersion: v1
kind: Pod
metadata:
  name: {{ include "common.fullname" $of }}{{ .suffix }}
  namespace: {{ $of.Release.Namespace }}
  labels:
    app.kubernetes.io/name: {{ $of.Chart.Name }}-test
    app.kubernetes.io/instance: {{ $of.Release.Name }}
    {{- include "common.origin" $of | nindent 4 }}
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation
spec:
  restartPolicy: Never
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with $of.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- range $key := list "nodeSelector" "tolerations" "affinity" }}
  {{- with get $of.Values $key }}
  {{ $key }}:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
  securityContext:
    {{- include "common.podSecurity" $of | nindent 4 }}
  containers:
    - name: test
      image: {{ include "common.image" $of | quote }}
      imagePullPolicy: {{ $of.Values.image.pullPolicy }}
      securityContext:
        {{- include "common.containerSecurity" $of | nindent 8 }}
      command: [node, --input-type=module, --eval]
      args:
        - |
          {{- .script | trim | nindent 10 }}
        {{- range .arguments }}
        - {{ . | quote }}
        {{- end }}
      {{- with .env }}
      env:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      resources:
        requests:
          cpu: 10m
          memory: 64Mi
        limits:
          memory: 256Mi
{{- end -}}
