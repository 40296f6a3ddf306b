# SecantusDB, which speaks MongoDB's protocol, where MongoDB itself can't be had.
FROM scratch
COPY root/ /
ENV PATH=/usr/bin
ENTRYPOINT ["/usr/bin/python3.11", "-c", "import sys; from secantus.cli import main; sys.exit(main())"]
