FROM scratch
COPY root/ /
ENV PATH=/usr/bin
WORKDIR /app/scripts/image/backing
CMD ["node", "mailbox-main.ts"]
