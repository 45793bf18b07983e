variable "name" {
  description = "First part of every name."
  type        = string
}

variable "domain" {
  description = "Host name of page and API."
  type        = string
}

variable "region" {
  description = "Region of the functions."
  type        = string
}

variable "labels" {
  description = "Labels of what takes them."
  type        = map(string)
}

variable "calls" {
  description = "Paths of the OpenAPI file: which function answers a call is its tag."
  type        = any
}

variable "functions" {
  description = "Cloud Run service of each function that the public calls."
  type        = map(string)
}

variable "site_bucket" {
  description = "Bucket of the built page."
  type        = string
}

variable "public_page" {
  description = "Whether everybody may read that bucket; otherwise chat serves the page."
  type        = bool
}

variable "page_headers" {
  description = "Headers of the page's files."
  type        = list(string)
}

variable "requests_per_minute" {
  description = "Calls that one address may make a minute."
  type        = number
}
