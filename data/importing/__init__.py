"""Reading FAQs from the files people have: tables, lists, documents, web pages, archives."""

from data.importing.columns import FIELDS
from data.importing.complaints import ColumnsError
from data.importing.drafts import MAX_ALTERNATE, MAX_ANSWER, MAX_ID, MAX_QUESTION
from data.importing.formats import ENDINGS, MAX_FILE_BYTES
from data.importing.reading import Progress, read_bytes, read_source, read_sources

__all__ = [
    "ENDINGS",
    "FIELDS",
    "MAX_ALTERNATE",
    "MAX_ANSWER",
    "MAX_FILE_BYTES",
    "MAX_ID",
    "MAX_QUESTION",
    "ColumnsError",
    "Progress",
    "read_bytes",
    "read_source",
    "read_sources",
]
