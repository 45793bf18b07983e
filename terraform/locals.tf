locals {
  uses_vertex = var.gemini_api_key_secret == ""
  google_otlp = "https://telemetry.googleapis.com"
  host        = var.domain
  health      = "/healthz"
  origin      = "https://${local.host}"
  origins     = concat([local.origin], var.extra_origins)
  labels      = { system = var.name }

  # The multi-regions of Vertex AI process in their jurisdiction; most single regions have no newer model.
  jurisdiction    = startswith(var.region, "europe-") ? "eu" : startswith(var.region, "us-") ? "us" : var.region
  vertex_location = var.vertex_location == "" ? local.jurisdiction : var.vertex_location

  # What the code says about itself; the same files are tested against the code, so nothing is said twice.
  package_dir  = "${path.module}/../shared/scholarai"
  function_dir = "${path.module}/../functions"
  indexes      = jsondecode(file("${local.package_dir}/adapters/gcp/indexes.json"))
  openapi      = jsondecode(file("${path.module}/../docs/openapi.json"))
}
