"""Stores the images of figures, tables and equations with their generation, and reads them for models that read images."""

from __future__ import annotations

from pathlib import Path

from scholarai.domain.errors import NotFoundError
from scholarai.domain.ids import PaperId
from scholarai.domain.object_names import image_name, image_owner, images_folder
from scholarai.domain.values import Value
from scholarai.ports.stores import ObjectStore


class FigureImages(Value, frozen=True, kw_only=True):
    """Pictures by paper, generation and number. Every method raises TransientError when the store cannot be reached."""

    objects: ObjectStore

    def keep(self, paper_id: PaperId, generation: int, folder: Path) -> None:
        """Store the pictures of a generation (`{index}.png`) and remove its other ones."""
        pictures = {image_name(paper_id, generation, int(path.stem)): path for path in sorted(folder.glob("*.png"))}
        for name, path in pictures.items():
            self.objects.put(name, path.read_bytes(), content_type="image/png")
        for name in set(self.objects.names(images_folder(paper_id, generation))) - set(pictures):
            self.objects.delete(name)

    def read(self, paper_id: PaperId, generation: int, index: int) -> bytes | None:
        """Return a picture, or None when there is none."""
        try:
            return self.objects.read(image_name(paper_id, generation, index))
        except NotFoundError:
            return None

    def drop(self, paper_id: PaperId, *, keep_generation: int | None, below: int) -> None:
        """Remove the pictures of generations before `below` except the kept one's; may be repeated."""
        owners = {image_owner(name) for name in self.objects.names(images_folder(paper_id))}
        for generation in sorted(generation for _, generation in filter(None, owners)):
            if generation < below and generation != keep_generation:
                self.objects.delete(images_folder(paper_id, generation))
