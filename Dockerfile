# One image for all processes; the argument chooses: serve (default), worker, ticker, up.
#   docker build -t splendor-host .
#   docker run -p 8080:8080 -e SPLENDOR_REDIS_URL=redis://... splendor-host
FROM python:3.13-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy
WORKDIR /build
COPY requirements requirements
RUN python -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/bootstrap.lock \
    && /opt/build/bin/uv pip install --no-cache --python /opt/build/bin/python --require-hashes -r requirements/build.lock \
    && python -m venv --without-pip /opt/splendor \
    && /opt/build/bin/uv pip install --no-cache --python /opt/splendor/bin/python --require-hashes --compile-bytecode \
        -r requirements/runtime.lock
# The code comes last: a change of it does not install the dependencies again. The AI players are compiled for any processor of
# this architecture, so that no worker has to do it at its start.
COPY pyproject.toml README.md LICENSE ./
COPY splendor splendor
COPY service service
COPY workers workers
RUN /opt/build/bin/uv build --wheel --no-build-isolation --python /opt/build/bin/python --out-dir dist \
    && /opt/build/bin/uv pip install --no-cache --python /opt/splendor/bin/python --no-deps --compile-bytecode dist/*.whl \
    && NUMBA_CPU_NAME=generic SPLENDOR_AI_CACHE=/opt/splendor/ai /opt/splendor/bin/splendor ai warm

FROM python:3.13-slim-bookworm
LABEL org.opencontainers.image.title="splendor-host" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10001 splendor \
    && useradd --uid 10001 --gid splendor --home-dir /var/lib/splendor --create-home --shell /usr/sbin/nologin splendor \
    && install -d -o splendor -g splendor /var/lib/splendor/archive
COPY --from=build /opt/splendor /opt/splendor
ENV PATH=/opt/splendor/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SPLENDOR_HOST=0.0.0.0 \
    PORT=8080 \
    SPLENDOR_DATA_DIR=/var/lib/splendor \
    NUMBA_CPU_NAME=generic \
    SPLENDOR_AI_CACHE=/opt/splendor/ai
WORKDIR /var/lib/splendor
USER 10001:10001
EXPOSE 8080
# The stop signal is SIGTERM; `serve` lets running requests finish within 30 s.
# Of the API alone: whoever runs `worker` or `ticker` switches the check off, as compose.yaml does.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 CMD ["splendor", "health"]
ENTRYPOINT ["splendor"]
CMD ["serve"]
