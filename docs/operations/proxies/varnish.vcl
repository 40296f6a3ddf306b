# Varnish 7 behind nginx, which ends TLS: /etc/varnish/default.vcl. nginx.conf stays as it is, except that its
# three upstreams are `server varnish:6081`.
vcl 4.1;

backend registration { .host = "registration"; .port = "8080"; }
backend user { .host = "user"; .port = "8080"; }
backend notification { .host = "notification"; .port = "8080"; }

sub vcl_recv {
    if (req.url ~ "^(/api/v2)?/(users|groups|scim)([/?]|$)") {
        set req.backend_hint = user;
    } elseif (req.url ~ "^(/api/v2)?/webhook-endpoints([/?]|$)") {
        set req.backend_hint = notification;
    } else {
        set req.backend_hint = registration;
    }
    # Each response is for one caller: Varnish does not know the headers X-Api-Key and X-Api-Secret.
    return (pass);
}
