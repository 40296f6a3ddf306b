FROM scratch
COPY root/ /
ENV PATH=/usr/bin
WORKDIR /app/mailbox
CMD ["node", "main.ts", "1025", "8025", "/data/mails.ndjson", "0.0.0.0"]
