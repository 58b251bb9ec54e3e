"""A corpus on disk: Parquet shards with a manifest, made by a resumable ingest and queried with DuckDB.

>>> from tacit.corpus import Corpus, Sources, ingest
>>> ingest(Sources(["stories/"]), "corpus")                                  # doctest: +SKIP
>>> Corpus("corpus").query("SELECT count(*) FROM events").fetchall()         # doctest: +SKIP
"""

from tacit.corpus.analysis import AnalysisSettings
from tacit.corpus.ingest import Summary, ingest
from tacit.corpus.sources import Sources
from tacit.corpus.store import Corpus
from tacit.corpus.work import Workers, run

__all__ = ["AnalysisSettings", "Corpus", "Sources", "Summary", "Workers", "ingest", "run"]
