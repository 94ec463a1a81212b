"""Why a question got the answer that it got."""
