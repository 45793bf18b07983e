variable "name" {
  description = "Folder of the function below functions/, which is also the name of its entry point."
  type        = string
}

variable "prefix" {
  description = "What stands before the name in the cloud."
  type        = string
}

variable "project_id" {
  description = "Project that holds the secrets."
  type        = string
}

variable "region" {
  description = "Region of the function and its trigger."
  type        = string
}

variable "labels" {
  description = "Labels of the function."
  type        = map(string)
}

variable "package_dir" {
  description = "Folder of the package that every bundle holds."
  type        = string
}

variable "function_dir" {
  description = "Folder with main.py and requirements.txt."
  type        = string
}

variable "bundles_dir" {
  description = "Folder with the bundles."
  type        = string
}

variable "bundles_bucket" {
  description = "Bucket that bundles are deployed from."
  type        = string
}

variable "docker_repository" {
  description = "Artifact Registry repository of the built images."
  type        = string
}

variable "build_account" {
  description = "Account, by its full id, that builds the image."
  type        = string
}

variable "account" {
  description = "Account, by its e-mail address, that the function runs as."
  type        = string
}

variable "ingress" {
  description = "Who reaches the function at all."
  type        = string

  validation {
    condition     = contains(["ALLOW_INTERNAL_ONLY", "ALLOW_INTERNAL_AND_GCLB", "ALLOW_ALL"], var.ingress)
    error_message = "ingress must be ALLOW_INTERNAL_ONLY, ALLOW_INTERNAL_AND_GCLB, or ALLOW_ALL for a trial."
  }
}

variable "memory" {
  description = "Memory of an instance, its /tmp included."
  type        = string
}

variable "cpu" {
  description = "CPUs of an instance."
  type        = string
}

variable "timeout_s" {
  description = "Seconds until a call is cut off: 540 at most for bucket events, 600 for a push of Pub/Sub."
  type        = number
}

variable "concurrency" {
  description = "Calls that one instance takes at once, and its threads."
  type        = number

  validation {
    condition     = var.concurrency == 1 || tonumber(var.cpu) >= 1
    error_message = "More than one call at once needs a whole CPU."
  }
}

variable "least_instances" {
  description = "Instances that are kept ready."
  type        = number
  default     = 0
}

variable "most_instances" {
  description = "Instances that there may be."
  type        = number
}

variable "environment" {
  description = "Environment variables."
  type        = map(string)
}

variable "secrets" {
  description = "Environment variables that hold a version of a secret."
  type        = map(object({ name = string, version = string }))
  default     = {}
}

variable "bucket_events" {
  description = "Bucket whose new objects start the function, and the account that brings them; null for HTTP alone."
  type        = object({ bucket = string, account = string })
  default     = null
}
