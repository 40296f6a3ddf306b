# The certificates are those of the machine that the image is made on, which npm is to trust too.
FROM scratch
COPY root/ /
ENV PATH=/usr/bin NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
