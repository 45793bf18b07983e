variable "project_id" {
  description = "Project that holds the whole system; best a project of its own."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{4,28}[a-z0-9]$", var.project_id))
    error_message = "project_id must be a project's id: 6 to 30 lower-case letters, digits and hyphens."
  }
}

variable "region" {
  description = "Region of functions, buckets, database and events. New projects can build in us-central1, us-west2, europe-west1, asia-east1, australia-southeast1 and southamerica-east1 alone."
  type        = string
  default     = "europe-west1"

  validation {
    condition     = can(regex("^[a-z]+-[a-z]+[0-9]+$", var.region))
    error_message = "region must be a single region such as europe-west1; Eventarc needs bucket and trigger in one."
  }

  # https://cloud.google.com/build/docs/locations, “Restricted regions for some projects”
  validation {
    condition     = var.any_region || contains(["us-central1", "us-west2", "europe-west1", "asia-east1", "australia-southeast1", "southamerica-east1"], var.region)
    error_message = "Google lets new projects build in us-central1, us-west2, europe-west1, asia-east1, australia-southeast1 and southamerica-east1 alone. If yours can build elsewhere, set any_region = true."
  }
}

variable "labels" {
  description = "Labels of everything that takes some, for bills and searches; `system` is set to name."
  type        = map(string)
  default     = {}

  validation {
    condition     = alltrue([for key, value in var.labels : can(regex("^[a-z][a-z0-9_-]{0,62}$", key)) && can(regex("^[a-z0-9_-]{0,63}$", value))])
    error_message = "labels must be lower-case letters, digits, hyphens and underscores, 63 at most, and each key begin with a letter."
  }
}

variable "any_region" {
  description = "Whether the project can build in every region, as older ones can, and those whose quota Google raised."
  type        = bool
  default     = false
}

variable "name" {
  description = "First part of every name, so that two systems fit into one project (README.md says what they share)."
  type        = string
  default     = "scholarai"

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{2,12}[a-z0-9]$", var.name)) && !can(regex("goog", var.name))
    error_message = "name must be 4 to 14 lower-case letters, digits and hyphens, without “goog”: databases and buckets are called so."
  }
}

variable "domain" {
  description = "Host name of page and API, such as papers.example.org; point its A record at the output `address`. Unused in a trial."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$", var.domain)) || var.trial && var.domain == ""
    error_message = "domain must be a host name in lower case, without scheme and path; a trial needs none."
  }
}

variable "extra_origins" {
  description = "Exact origins of other web pages that may call the API and upload, such as https://lab.example.org."
  type        = list(string)
  default     = []

  validation {
    condition     = alltrue([for origin in var.extra_origins : can(regex("^https?://[^/*?# ]+$", origin))])
    error_message = "extra_origins must be scheme and host, without a path and without a wildcard."
  }
}

variable "vertex_location" {
  description = "Where Gemini runs on Vertex AI, which needs no key. Empty: in the jurisdiction of region (eu, us), else in region itself; global lets Google choose anywhere. Unused when gemini_api_key_secret is set."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^(|global|eu|us|[a-z]+-[a-z]+[0-9]+)$", var.vertex_location))
    error_message = "vertex_location must be empty, global, eu, us, or a single region such as europe-west1."
  }
}

variable "gemini_api_key_secret" {
  description = "Name of an existing Secret Manager secret that holds a Gemini API key; empty selects Vertex AI without any key."
  type        = string
  default     = ""
}

variable "gemini_api_key_version" {
  description = "Version of that secret, such as 2; naming a new one here deploys it (docs/operations.md, “Keys”). With latest, instances keep the version of their start."
  type        = string
  default     = "latest"

  validation {
    condition     = can(regex("^(latest|[1-9][0-9]*)$", var.gemini_api_key_version))
    error_message = "gemini_api_key_version must be latest or a number."
  }
}

variable "requests_per_minute" {
  description = "Calls of the API that one address may make a minute before it is answered 429."
  type        = number
  default     = 600

  validation {
    condition     = var.requests_per_minute >= 60 && var.requests_per_minute <= 100000
    error_message = "requests_per_minute must be from 60 (one page polls once a second) to 100000."
  }
}

variable "calls_per_minute" {
  description = "Calls that one user may make to one instance of a function a minute; 0 sets no limit."
  type        = number
  default     = 300

  validation {
    condition     = var.calls_per_minute == 0 || var.calls_per_minute >= 120
    error_message = "calls_per_minute must be 0, or from 120: a page with an upload polls every second."
  }
}

variable "open_sign_up" {
  description = "Whether everybody may make an account; otherwise an administrator makes them."
  type        = bool
  default     = false
}

variable "most_instances" {
  description = "Most instances of each function: the bound of what a burst can cost."
  type        = object({ status = number, chat = number, extract = number, review = number })
  default     = { status = 2, chat = 4, extract = 3, review = 2 }

  validation {
    condition     = var.extractions_per_owner < var.most_instances.extract
    error_message = "extractions_per_owner must be less than most_instances.extract, as else one user's papers can take all readers."
  }

  validation {
    condition     = alltrue([for count in values(var.most_instances) : count >= 1 && count <= 100])
    error_message = "most_instances must be from 1 to 100 for each function."
  }

  validation {
    condition = (
      sum([for name, function in local.functions : var.most_instances[name] * tonumber(function.cpu)]) <= var.run_quota.cpus &&
      sum([for name, function in local.functions : var.most_instances[name] * function.memory_gib]) <= var.run_quota.memory_gib
    )
    error_message = "With so many instances the functions may take more CPUs or memory than run_quota says that the project has: have that raised, or take fewer."
  }
}

variable "warm_chat_instances" {
  description = "Instances of chat that are kept ready; each costs about what a small server does, and saves the first question its cold start."
  type        = number
  default     = 0

  validation {
    condition     = var.warm_chat_instances >= 0 && var.warm_chat_instances <= 10
    error_message = "warm_chat_instances must be from 0 to 10."
  }
}

variable "protect_data" {
  description = "Refuse to destroy the database and buckets that hold something. Set to false, apply, then destroy."
  type        = bool
  default     = true
}

variable "site_dir" {
  description = "Folder with the built web page."
  type        = string
  default     = "../web/dist"
}

variable "bundles_dir" {
  description = "Folder with the functions' bundles, as `make bundles` writes them."
  type        = string
  default     = "../build/bundles"
}

variable "alert_emails" {
  description = "Whom alerts and the budget write to."
  type        = list(string)

  validation {
    condition     = length(var.alert_emails) > 0 && alltrue([for address in var.alert_emails : can(regex("^[^@ ]+@[^@ ]+$", address))])
    error_message = "alert_emails must name at least one address: an alert that nobody gets is none."
  }
}

variable "spend_alert_usd_per_hour" {
  description = "Model spending within an hour that raises an alert."
  type        = number
  default     = 5

  validation {
    condition     = var.spend_alert_usd_per_hour > 0
    error_message = "spend_alert_usd_per_hour must be more than 0."
  }
}

variable "billing_account" {
  description = "Billing account of the project for a monthly budget, such as 012345-6789AB-CDEF01; empty makes no budget."
  type        = string
  default     = ""

  validation {
    condition     = var.billing_account == "" || can(regex("^[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6}$", var.billing_account))
    error_message = "billing_account must look like 012345-6789AB-CDEF01."
  }
}

variable "monthly_budget" {
  description = "Budget of a month, in the billing account's currency."
  type        = number
  default     = 50

  validation {
    condition     = var.monthly_budget >= 1 && floor(var.monthly_budget) == var.monthly_budget
    error_message = "monthly_budget must be a whole number from 1."
  }
}

variable "otlp_endpoint" {
  description = "Where traces and metrics go, over OTLP; empty sends none. Google's own is https://telemetry.googleapis.com."
  type        = string
  default     = ""

  validation {
    condition     = var.otlp_endpoint == "" || can(regex("^https://[^/ ]+$", var.otlp_endpoint))
    error_message = "otlp_endpoint must be an https origin without a path."
  }
}
