locals {
  uses_vertex = var.gemini_api_key_secret == ""
  google_otlp = "https://telemetry.googleapis.com"
  # In a trial page and API are at chat's own address, which Cloud Run makes of its name and the project's number. There
  # Google's front ends keep /healthz for themselves.
  host        = var.trial ? "${var.name}-chat-${data.google_project.this.number}.${var.region}.run.app" : var.domain
  health      = var.trial ? "/health" : "/healthz"
  public_page = var.public_page && !var.trial
  origin      = "https://${local.host}"
  origins     = concat([local.origin], var.extra_origins)
  labels      = merge(var.labels, { system = var.name })

  # The multi-regions of Vertex AI process in their jurisdiction; most single regions have no newer model.
  jurisdiction    = startswith(var.region, "europe-") ? "eu" : startswith(var.region, "us-") ? "us" : var.region
  vertex_location = var.vertex_location == "" ? local.jurisdiction : var.vertex_location

  # What the code says about itself; the same files are tested against the code, so nothing is said twice.
  package_dir  = "${path.module}/../shared/scholarai"
  function_dir = "${path.module}/../functions"
  indexes      = jsondecode(file("${local.package_dir}/adapters/gcp/indexes.json"))
  openapi      = jsondecode(file("${path.module}/../docs/openapi.json"))
}
