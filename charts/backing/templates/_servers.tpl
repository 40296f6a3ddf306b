{{/* The fixed settings of each server: ports, data folder, probe, environment and files. */}}

{{- define "backing.mongodb" -}}
{{- $probe := dict "tcpSocket" (dict "port" "mongodb") -}}
{{- with .Values.mongodb.replicaSet -}}
{{- $name := printf "%s-mongodb" $.Release.Name -}}
{{- $script := printf "try { rs.status() } catch { rs.initiate({ _id: '%s', members: [{ _id: 0, host: '%s-0.%s:27017' }] }) }; if (!db.hello().isWritablePrimary) quit(1)" . $name $name -}}
{{- $probe = dict "exec" (dict "command" (list "mongosh" "--quiet" "--eval" $script)) -}}
{{- end -}}
{{- dict "ports" (dict "mongodb" 27017) "data" "/data/db" "clusterIP" "None" "probe" $probe | toJson -}}
{{- end -}}

{{- define "backing.redis" -}}
{{- dict "ports" (dict "redis" 6379) "data" "/data" "probe" (dict "tcpSocket" (dict "port" "redis")) | toJson -}}
{{- end -}}

{{- define "backing.rabbitmq" -}}
{{- $env := dict
  "HOME" "/var/lib/rabbitmq"
  "RABBITMQ_DEFAULT_USER" "rollcall"
  "RABBITMQ_DEFAULT_PASS" .Values.secrets.rabbitmqPassword
  "RABBITMQ_NODENAME" "rabbit@localhost"
  "RABBITMQ_MNESIA_BASE" "/var/lib/rabbitmq/mnesia"
  "RABBITMQ_LOGS" "-"
  "RABBITMQ_LOG_BASE" "/var/lib/rabbitmq/log"
  "RABBITMQ_CONFIG_FILE" "/etc/rollcall/rabbitmq.conf"
  "RABBITMQ_ENABLED_PLUGINS_FILE" "/etc/rollcall/enabled_plugins" -}}
{{- $ports := dict "amqp" 5672 "management" 15672 "metrics" 15692 -}}
{{- $files := include "backing.rabbitmqFiles" . | fromYaml -}}
{{- dict "ports" $ports "data" "/var/lib/rabbitmq" "env" $env "files" $files "probe" (dict "tcpSocket" (dict "port" "amqp")) | toJson -}}
{{- end -}}

{{- define "backing.rabbitmqFiles" -}}
enabled_plugins: '[rabbitmq_management,rabbitmq_prometheus].'
rabbitmq.conf: |
  loopback_users = none
  disk_free_limit.absolute = 50MB
  management.tcp.port = 15672
{{- end -}}

{{- define "backing.mailbox" -}}
{{- dict "ports" (dict "smtp" 1025 "page" 8025) "data" "/data" "env" (dict "MP_MAX_MESSAGES" "0") "probe" (dict "tcpSocket" (dict "port" "smtp")) | toJson -}}
{{- end -}}
