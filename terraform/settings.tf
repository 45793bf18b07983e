# Made from shared/scholarai/config/__init__.py by `python -m scholarai.entrypoints.openapi docs/`. Do not edit.
variable "default_owner" {
  description = "SCHOLARAI_DEFAULT_OWNER: owner of files that were put into the bucket by hand, outside of `uploads/{owner}/`: a user's id, or a name that stands for no user (docs/operations.md); without one they stay as they are and are not read."
  type        = string
  default     = "bucket"
}

variable "source_url" {
  description = "SCHOLARAI_SOURCE_URL: address of this version's source, which the page shows; the AGPL (section 13) asks a server that lets others use a changed version for it."
  type        = string
  default     = ""
}

variable "daily_questions" {
  description = "SCHOLARAI_DAILY_QUESTIONS: questions per owner and day, then 429 with `Retry-After`; 0 sets no limit."
  type        = number
  default     = 200

  validation {
    condition     = var.daily_questions >= 0 && var.daily_questions <= 1000000000
    error_message = "daily_questions must be from 0 to 1000000000."
  }
}

variable "daily_cost_usd" {
  description = "SCHOLARAI_DAILY_COST_USD: US dollars for models per owner and day; 0 sets no limit."
  type        = number
  default     = 2

  validation {
    condition     = var.daily_cost_usd >= 0 && var.daily_cost_usd <= 1000000000
    error_message = "daily_cost_usd must be from 0 to 1000000000."
  }
}

variable "daily_uploads" {
  description = "SCHOLARAI_DAILY_UPLOADS: papers per owner and day that are announced, put into the bucket by hand or extracted again; 0 sets no limit."
  type        = number
  default     = 200

  validation {
    condition     = var.daily_uploads >= 0 && var.daily_uploads <= 1000000000
    error_message = "daily_uploads must be from 0 to 1000000000."
  }
}

variable "daily_pages" {
  description = "SCHOLARAI_DAILY_PAGES: pages read per owner and day; the paper that reaches the limit is read to its end; 0 sets no limit."
  type        = number
  default     = 5000

  validation {
    condition     = var.daily_pages >= 0 && var.daily_pages <= 1000000000
    error_message = "daily_pages must be from 0 to 1000000000."
  }
}

variable "daily_reading_s" {
  description = "SCHOLARAI_DAILY_READING_S: seconds that reading files takes per owner and day; 0 sets no limit."
  type        = number
  default     = 3600

  validation {
    condition     = var.daily_reading_s >= 0 && var.daily_reading_s <= 1000000000
    error_message = "daily_reading_s must be from 0 to 1000000000."
  }
}

variable "stored_mib" {
  description = "SCHOLARAI_STORED_MIB: MiB that all files of one owner may have together; 0 sets no limit."
  type        = number
  default     = 10240

  validation {
    condition     = var.stored_mib >= 0 && var.stored_mib <= 1000000000
    error_message = "stored_mib must be from 0 to 1000000000."
  }
}

variable "extractions_per_owner" {
  description = "SCHOLARAI_EXTRACTIONS_PER_OWNER: papers of one owner that are read at the same time, others wait for their turn; 0 sets no limit: on one machine owners take turns anyway."
  type        = number
  default     = 2

  validation {
    condition     = var.extractions_per_owner >= 0 && var.extractions_per_owner <= 1000
    error_message = "extractions_per_owner must be from 0 to 1000."
  }
}

variable "daily_spend_limit_usd" {
  description = "SCHOLARAI_DAILY_SPEND_LIMIT_USD: US dollars for models per day over all owners, then no model is asked until midnight UTC; 0 sets no limit."
  type        = number
  default     = 20

  validation {
    condition     = var.daily_spend_limit_usd >= 0 && var.daily_spend_limit_usd <= 1000000000
    error_message = "daily_spend_limit_usd must be from 0 to 1000000000."
  }
}

variable "chat_model" {
  description = "SCHOLARAI_MODEL: writes answers and reviews: `provider/model` (docs/models.md), or the name of a model of Gemini's."
  type        = string
  default     = "gemini-3.8-flash"
}

variable "fallback_model" {
  description = "SCHOLARAI_FALLBACK_MODEL: does what another model cannot do now: answers, and the work of each role below; of the provider that answers."
  type        = string
  default     = "gemini-3.5-flash-lite"
}

variable "rewrite_model" {
  description = "SCHOLARAI_REWRITE_MODEL: puts questions into words to search with; a small model does; of the same provider or this machine."
  type        = string
  default     = ""
}

variable "weigh_model" {
  description = "SCHOLARAI_WEIGH_MODEL: says how much passages help with a question; a small model does; of the same provider or this machine."
  type        = string
  default     = ""
}

variable "review_model" {
  description = "SCHOLARAI_REVIEW_MODEL: writes reviews; of the same provider or this machine."
  type        = string
  default     = ""
}

variable "judge_model" {
  description = "SCHOLARAI_JUDGE_MODEL: reads answers a second time, beside what they cite; a small model does; of the same provider or this machine."
  type        = string
  default     = ""
}

variable "embedding_model" {
  description = "SCHOLARAI_EMBEDDING_MODEL: Gemini's model that makes vectors; a different one means indexing again (docs/operations.md)."
  type        = string
  default     = "gemini-embedding-2"
}

variable "embedding_dimensions" {
  description = "SCHOLARAI_EMBEDDING_DIMENSIONS: length of a vector; Firestore's vector indexes must match."
  type        = number
  default     = 768

  validation {
    condition     = var.embedding_dimensions >= 64 && var.embedding_dimensions <= 2048
    error_message = "embedding_dimensions must be from 64 to 2048."
  }
}

variable "literature" {
  description = "SCHOLARAI_LITERATURE: services that may be asked about published works: `all`, or of `crossref`, `datacite`, `arxiv`, `europe_pmc`, `unpaywall`, `openalex`, `semantic_scholar` with commas between them. Titles, DOIs and other identifiers of papers then leave this machine, and the words of questions that somebody searches beyond the library with. Adding a paper by its identifier asks for that one paper, whatever this says ([literature](literature.md))."
  type        = string
  default     = ""
}

variable "literature_contact" {
  description = "SCHOLARAI_LITERATURE_CONTACT: e-mail address that services are told with each request; Unpaywall answers only with one, and Crossref answers faster."
  type        = string
  default     = ""
}

variable "session_days" {
  description = "SCHOLARAI_SESSION_DAYS: life of a conversation after its last message; 0 keeps it until it is deleted."
  type        = number
  default     = 90

  validation {
    condition     = var.session_days >= 0 && var.session_days <= 3650
    error_message = "session_days must be from 0 to 3650."
  }
}

variable "paper_days" {
  description = "SCHOLARAI_PAPER_DAYS: life of a paper after its upload was announced, with all that was made from it; 0 keeps it until it is deleted."
  type        = number
  default     = 0

  validation {
    condition     = var.paper_days >= 0 && var.paper_days <= 3650
    error_message = "paper_days must be from 0 to 3650."
  }
}

variable "review_days" {
  description = "SCHOLARAI_REVIEW_DAYS: life of a review after its request; 0 keeps it until it is deleted."
  type        = number
  default     = 0

  validation {
    condition     = var.review_days >= 0 && var.review_days <= 3650
    error_message = "review_days must be from 0 to 3650."
  }
}

variable "closed_account_days" {
  description = "SCHOLARAI_CLOSED_ACCOUNT_DAYS: days after which the sweeper deletes what belongs to an owner whose sign-in account is gone; 0 keeps it, and is the only choice outside of Google Cloud."
  type        = number
  default     = 30

  validation {
    condition     = var.closed_account_days >= 0 && var.closed_account_days <= 3650
    error_message = "closed_account_days must be from 0 to 3650."
  }
}

locals {
  settings = {
    SCHOLARAI_DEFAULT_OWNER         = tostring(var.default_owner)
    SCHOLARAI_SOURCE_URL            = tostring(var.source_url)
    SCHOLARAI_DAILY_QUESTIONS       = tostring(var.daily_questions)
    SCHOLARAI_DAILY_COST_USD        = tostring(var.daily_cost_usd)
    SCHOLARAI_DAILY_UPLOADS         = tostring(var.daily_uploads)
    SCHOLARAI_DAILY_PAGES           = tostring(var.daily_pages)
    SCHOLARAI_DAILY_READING_S       = tostring(var.daily_reading_s)
    SCHOLARAI_STORED_MIB            = tostring(var.stored_mib)
    SCHOLARAI_EXTRACTIONS_PER_OWNER = tostring(var.extractions_per_owner)
    SCHOLARAI_DAILY_SPEND_LIMIT_USD = tostring(var.daily_spend_limit_usd)
    SCHOLARAI_MODEL                 = tostring(var.chat_model)
    SCHOLARAI_FALLBACK_MODEL        = tostring(var.fallback_model)
    SCHOLARAI_REWRITE_MODEL         = tostring(var.rewrite_model)
    SCHOLARAI_WEIGH_MODEL           = tostring(var.weigh_model)
    SCHOLARAI_REVIEW_MODEL          = tostring(var.review_model)
    SCHOLARAI_JUDGE_MODEL           = tostring(var.judge_model)
    SCHOLARAI_EMBEDDING_MODEL       = tostring(var.embedding_model)
    SCHOLARAI_EMBEDDING_DIMENSIONS  = tostring(var.embedding_dimensions)
    SCHOLARAI_LITERATURE            = tostring(var.literature)
    SCHOLARAI_LITERATURE_CONTACT    = tostring(var.literature_contact)
    SCHOLARAI_SESSION_DAYS          = tostring(var.session_days)
    SCHOLARAI_PAPER_DAYS            = tostring(var.paper_days)
    SCHOLARAI_REVIEW_DAYS           = tostring(var.review_days)
    SCHOLARAI_CLOSED_ACCOUNT_DAYS   = tostring(var.closed_account_days)
  }

  settings_environment = { for name, value in local.settings : name => value if value != "" }
}
