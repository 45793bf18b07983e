# The server, installed from a wheel: `make wheel` first. tests/packaging/test_wheel.py runs these steps without Docker.
FROM python:3.13-slim

COPY dist/scholarai_papers-*.whl /wheels/
RUN python -m pip install --no-cache-dir /wheels/scholarai_papers-*.whl
RUN scholarai --version

# Papers and conversations are kept here: mount a volume.
ENV SCHOLARAI_DATA=/data
RUN useradd --create-home scholarai && mkdir /data && chown scholarai /data
USER scholarai
VOLUME /data

EXPOSE 8080
CMD ["scholarai", "serve", "--host", "0.0.0.0", "--port", "8080", "--no-open"]
