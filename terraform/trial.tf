# A trial has no load balancer: chat answers every call of page and API at its own address, and nothing costs while nobody
# calls. README.md says what it lacks.
variable "trial" {
  description = "Deploy without domain, load balancer and fixed cost. Set to false, with a domain, for production."
  type        = bool
  default     = false
}

variable "public_page" {
  description = "Whether everybody may read the page's bucket, behind Cloud CDN. With false chat serves the page, and no exception from storage.publicAccessPrevention is needed; so in a trial always."
  type        = bool
  default     = true
}

variable "grant_everybody" {
  description = "Let everybody past Cloud Run's own check of callers, by a grant to allUsers; the functions check ID tokens. With false there is no such grant, and no exception from iam.allowedPolicyMemberDomains is needed; switch the check off by hand instead (README.md)."
  type        = bool
  default     = true
}

variable "run_quota" {
  description = "CPUs and GiB of memory that Cloud Run lets the project use in the region, all functions together. New projects have these; Google raises them on request (console → Quotas)."
  type        = object({ cpus = number, memory_gib = number })
  default     = { cpus = 20, memory_gib = 40 }
}
