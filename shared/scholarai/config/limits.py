"""Declares the settings that limit what users may take, each alone and all together. No I/O; part of `config.Settings`."""

from __future__ import annotations

from scholarai.config.setting import ReadSettings, flag, integer, number


class Limits(ReadSettings):
    """What users may take."""

    # Each `cloud_default` is a guess at the busy day of a reader; on one machine nothing is limited.

    requests_per_minute = integer(
        "SCHOLARAI_REQUESTS_PER_MINUTE",
        0,
        low=0,
        high=100_000,
        says="calls that one owner may make to one instance a minute, then 429 with `Retry-After`; 0 sets no limit",
    )
    daily_questions = integer(
        "SCHOLARAI_DAILY_QUESTIONS",
        0,
        low=0,
        high=10**9,
        says="questions per owner and day, then 429 with `Retry-After`; 0 sets no limit",
        cloud_default=200,
    )
    daily_tokens = integer(
        "SCHOLARAI_DAILY_TOKENS", 0, low=0, high=10**12, says="tokens of models per owner and day; 0 sets no limit"
    )
    daily_cost_usd = number(
        "SCHOLARAI_DAILY_COST_USD",
        0.0,
        low=0.0,
        high=1e9,
        says="US dollars for models per owner and day; 0 sets no limit",
        cloud_default=2,
    )
    daily_uploads = integer(
        "SCHOLARAI_DAILY_UPLOADS",
        0,
        low=0,
        high=10**9,
        says="papers per owner and day that are announced, put into the bucket by hand or extracted again; 0 sets no limit",
        cloud_default=200,
    )
    daily_pages = integer(
        "SCHOLARAI_DAILY_PAGES",
        0,
        low=0,
        high=10**9,
        says="pages read per owner and day; the paper that reaches the limit is read to its end; 0 sets no limit",
        cloud_default=5_000,
    )
    daily_reading_s = number(
        "SCHOLARAI_DAILY_READING_S",
        0.0,
        low=0.0,
        high=1e9,
        says="seconds that reading files takes per owner and day; 0 sets no limit",
        cloud_default=3_600,
    )
    stored_mib = integer(
        "SCHOLARAI_STORED_MIB",
        0,
        low=0,
        high=10**9,
        says="MiB that all files of one owner may have together; 0 sets no limit",
        cloud_default=10_240,
    )
    extractions_per_owner = integer(
        "SCHOLARAI_EXTRACTIONS_PER_OWNER",
        0,
        low=0,
        high=1_000,
        says="papers of one owner that are read at the same time, others wait for their turn; 0 sets no limit: on one "
        "machine owners take turns anyway",
        cloud_default=2,
    )
    daily_spend_limit_usd = number(
        "SCHOLARAI_DAILY_SPEND_LIMIT_USD",
        0.0,
        low=0.0,
        high=1e9,
        says="US dollars for models per day over all owners, then no model is asked until midnight UTC; 0 sets no limit",
        cloud_default=20,
    )
    verified_email = flag(
        "SCHOLARAI_VERIFIED_EMAIL",
        default=True,
        says="0 lets users upload, ask and have reviews written whose e-mail address is not verified; local users have none",
    )
