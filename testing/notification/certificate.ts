/**
 * A certificate for localhost that signed itself, good for nothing but tests and for a hundred years:
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost \
 *   -addext subjectAltName=DNS:localhost,IP:127.0.0.1
 */
export const cert = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUMa3g0sD/Wftm+g92BJAlMsO5lI8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEyNTg0OFoYDzIxMjYxMDI4
MTI1ODQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARoCR80BkbkSGJEaG8OWjoYFzW4JrAqNU1o7TlQ1F2EGxS9N0dHxFBr
tIA6yfG+6GeyISvjJZCG5JerWXT6QK8Jo28wbTAdBgNVHQ4EFgQU17/P8y3n4fZI
3TCrBAEM8Vfri5kwHwYDVR0jBBgwFoAU17/P8y3n4fZI3TCrBAEM8Vfri5kwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAKOgqoVFKJggd270UVCc4mKvlClhwy0u2Mz5w1xCLgKgAiEA
yMvbOPn7wzISGSsFsKDI3lQkar6KpVSeHgq8EY+v+gQ=
-----END CERTIFICATE-----
`

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggOjrG+gr26uxT7Zi
KwlMm1W6tw+8I0H1XMET0mwaM+mhRANCAARoCR80BkbkSGJEaG8OWjoYFzW4JrAq
NU1o7TlQ1F2EGxS9N0dHxFBrtIA6yfG+6GeyISvjJZCG5JerWXT6QK8J
-----END PRIVATE KEY-----
`
