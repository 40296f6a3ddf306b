{{/*
Returns the routes for public or for operator operations as JSON, [{path, name of the Service, port}].
Argument: (list $ "public") or (list $ "operator").
*/}}
{{- define "rollcall.routes" -}}
{{- $root := first . -}}
{{- $audience := last . -}}
{{- $routes := list -}}
{{- range $name := include "rollcall.enabled" $root | fromJsonArray -}}
{{- $values := include "rollcall.values" (list $root $name) | fromJson -}}
{{- $fullname := include "rollcall.fullname" (dict "name" $name "root" $root) -}}
{{- $paths := default list (get $values.routes $audience) -}}
{{- /* The registration service serves /docs on both ports; the notification service serves /ops on the operator port only. */ -}}
{{- if eq (default "" $values.config.REFERENCE_PAGE) "shown" }}{{ $paths = append $paths "/docs" }}{{ end -}}
{{- if and (eq $audience "operator") (eq (default "" $values.config.OPERATOR_PAGE) "shown") }}{{ $paths = append $paths "/ops" }}{{ end -}}
{{- range $paths -}}
{{- if eq $audience "public" -}}
{{- $routes = append $routes (dict "path" . "name" $fullname "port" (int $values.service.port)) -}}
{{- else -}}
{{- $routes = append $routes (dict "path" . "name" (printf "%s-operator" $fullname) "port" (int $values.config.OPERATOR_PORT)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $routes | toJson -}}
{{- end -}}

{{/*
Fails if a host of the operator operations is also a public host. Argument: (list $ NAME HOSTS), such as
(list $ "ingress.operator.host" HOSTS). NAME is the name of the value, for the error message.
An empty host matches every host, so it counts as a public one. Without HOSTS the host is empty.
*/}}
{{- define "rollcall.requireSeparateOperatorHost" -}}
{{- $values := (index . 0).Values -}}
{{- $public := concat $values.httpRoute.hostnames (list $values.ingress.host "") -}}
{{- range default (list "") (index . 2) -}}
{{- if has . $public -}}
{{- fail (printf "values: %s is %q: operator operations need their own host, different from the public one" (index $ 1) .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
