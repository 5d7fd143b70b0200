# The static binary alone, with the certificates it needs to talk to sites.
#
#   docker build -t aranea .
#   docker run -v aranea:/data aranea crawl --contact you@example.org https://example.org/
#   docker run -v aranea:/data -p 127.0.0.1:8080:8080 aranea
#
# The page is published on this machine's loopback only; whoever can reach it
# sees everything in the index. Under another name than localhost, add
# --host NAME.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make build && install -d -m 700 /empty

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /src/aranea /aranea
COPY --from=build --chown=65532:65532 /empty /data
COPY --from=build --chown=65532:65532 /empty /tmp
USER 65532:65532
ENV ARANEA_DATA=/data/aranea
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/aranea"]
CMD ["serve", "--listen", "0.0.0.0:8080"]
