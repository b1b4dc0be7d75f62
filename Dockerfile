# Victor in a container, with its compiled parts and the extra `serve`:
#
#     docker build -t victor .
#     docker run --rm -i victor clean - < page.html
#     docker run --rm -p 8080:8080 victor serve --host 0.0.0.0
#
# Other extras: docker build --build-arg EXTRAS=serve,warc,parquet -t victor .
# Both stages are Debian 12, so that one has the Python that the other was built for.
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libpython3-dev python3-venv
WORKDIR /src
COPY . .
ARG EXTRAS=serve
RUN python3 -m venv /opt/victor \
    && /opt/victor/bin/pip install --no-cache-dir ".[$EXTRAS]" \
    && /opt/victor/bin/victor --version | grep compiled \
    && /opt/victor/bin/pip uninstall --yes pip setuptools
# What only tests of numpy read is a quarter of the rest.
RUN find /opt/victor -depth -type d -name tests -exec rm -r {} +

# Python and its libraries, without a shell or a package manager; the user is nonroot.
FROM gcr.io/distroless/python3-debian12:nonroot
LABEL org.opencontainers.image.title="Victor" \
      org.opencontainers.image.description="Extracts the main content of web pages" \
      org.opencontainers.image.source="https://github.com/victor-cleaner/victor" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /opt/victor /opt/victor
ENV PATH=/opt/victor/bin:/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER nonroot
WORKDIR /pages
EXPOSE 8080
# Only servers are asked: a container that cleans a crawl should not count as unhealthy.
HEALTHCHECK --start-period=10s --timeout=5s CMD ["python3", "-c", "import urllib.request as r; b'serve' in open('/proc/1/cmdline', 'rb').read().split(b'\\0') and r.urlopen('http://127.0.0.1:8080/health', timeout=4)"]
ENTRYPOINT ["victor"]
CMD ["--help"]
