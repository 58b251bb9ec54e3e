# tacit with all extras and the pretrained parts, on the processor:
#   docker build -t tacit .
#   docker run --rm -v "$PWD:/texts:ro" tacit read /texts/story.txt
#   docker compose up            (the page; see compose.yaml)
# TORCH_INDEX may name the package index with the CPU builds of PyTorch, which are much smaller.
FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY tacit tacit
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /dist .

FROM python:3.11-slim
ARG TORCH_INDEX=""
ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    TACIT_CACHE=/var/lib/tacit
COPY constraints.txt /tmp/constraints.txt
COPY --from=build /dist /tmp/dist
RUN pip install -c /tmp/constraints.txt ${TORCH_INDEX:+--index-url "$TORCH_INDEX"} torch \
    && pip install -c /tmp/constraints.txt "$(echo /tmp/dist/*.whl)[all]" \
    && rm -rf /tmp/dist /tmp/constraints.txt \
    && useradd --uid 1000 --home-dir /var/lib/tacit --create-home tacit
USER 1000
WORKDIR /var/lib/tacit
# By their hashes, and the language model unpacked: what runs later needs no network.
RUN tacit models get && python -c "from tacit.backbones import causal; causal.converted()"
ENV TACIT_OFFLINE=1
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8765/health', timeout=4)"]
ENTRYPOINT ["tacit"]
CMD ["serve", "--host", "0.0.0.0"]
