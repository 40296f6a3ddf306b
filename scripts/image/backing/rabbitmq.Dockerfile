FROM scratch
COPY root/ /
ENV PATH=/usr/bin:/usr/sbin ERL_EPMD_ADDRESS=127.0.0.1
ENTRYPOINT ["/usr/lib/rabbitmq/bin/rabbitmq-server"]
