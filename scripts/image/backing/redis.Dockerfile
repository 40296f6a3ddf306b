FROM scratch
COPY root/ /
ENV PATH=/usr/bin
ENTRYPOINT ["/usr/bin/redis-server"]
