"""Extracts the sample paper in a process of its own, into the store that the environment names, and prints its id."""

from __future__ import annotations

import sys
from pathlib import Path

import scholarai.local
from scholarai import bootstrap
from scholarai.domain.ids import OwnerId
from scholarai.domain.paper import ObjectFinalized

SAMPLE = Path(scholarai.local.__file__).parent / "sample" / "sample-paper.pdf"
OWNER = OwnerId("local")


def prepare() -> str:
    settings = bootstrap.process.settings()
    if settings.backend == "gcp":
        make_topics(settings.project, settings.events_topic, settings.failed_topic)
    data = SAMPLE.read_bytes()
    made = bootstrap.process.papers.announce_paper().announce(OWNER, filename=SAMPLE.name, size_bytes=len(data)).paper
    generation = bootstrap.process.backend().objects.put(made.object_name, data, content_type="application/pdf")
    bootstrap.process.extraction.extract_paper().extract(
        ObjectFinalized(
            bucket=settings.papers_bucket,
            name=made.object_name,
            generation=generation,
            size_bytes=len(data),
            content_type="application/pdf",
        )
    )
    paper = bootstrap.process.papers.owned_papers().get(OWNER, made.id)
    if paper.status != "completed":
        raise RuntimeError(f"the sample paper ended as {paper.status}: {paper.failure}")
    return paper.id


def make_topics(project: str, *names: str) -> None:
    from google.cloud import pubsub_v1

    publisher = pubsub_v1.PublisherClient()
    for name in names:
        publisher.create_topic(name=publisher.topic_path(project, name))


if __name__ == "__main__":  # reading starts child processes, which import this file
    sys.stdout.write(f"{prepare()}\n")
