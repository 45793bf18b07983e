locals {
  # Sizes from benchmarks/: reading holds a paper and its child's limit of 1 GiB; chat keeps the papers it was asked about.
  deployed = {
    status  = { memory_gib = 0.5, cpu = "1", timeout_s = 60, concurrency = 40, public = true, models = false }
    chat    = { memory_gib = 2, cpu = "2", timeout_s = 300, concurrency = 40, public = true, models = true }
    extract = { memory_gib = 4, cpu = "2", timeout_s = 540, concurrency = 1, public = false, models = true }
    review  = { memory_gib = 2, cpu = "1", timeout_s = 600, concurrency = 8, public = false, models = true }
  }
  functions = { for name, function in local.deployed : name => function if !(var.trial && name == "status") }
  # Who keeps papers: in a trial chat answers for status too.
  keeper = var.trial ? "chat" : "status"

  environment = merge(local.settings_environment, {
    GOOGLE_CLOUD_PROJECT          = var.project_id
    SCHOLARAI_BACKEND             = "gcp"
    SCHOLARAI_PAPERS_BUCKET       = google_storage_bucket.papers.name
    SCHOLARAI_EVENTS_TOPIC        = google_pubsub_topic.topic["events"].name
    SCHOLARAI_FAILED_TOPIC        = google_pubsub_topic.topic["failures"].name
    SCHOLARAI_STEPS_TOPIC         = google_pubsub_topic.topic["steps"].name
    SCHOLARAI_FIRESTORE_DATABASE  = google_firestore_database.papers.name
    SCHOLARAI_IDENTITY            = "firebase"
    SCHOLARAI_IDENTITY_PROJECT    = var.project_id
    SCHOLARAI_ALLOWED_ORIGINS     = join(",", local.origins)
    SCHOLARAI_PUBLIC_URL          = local.origin
    SCHOLARAI_REQUESTS_PER_MINUTE = tostring(var.calls_per_minute)
    # Whoever creates accounts vouches for their addresses, and so do providers where they are the only way in.
    SCHOLARAI_VERIFIED_EMAIL   = var.open_sign_up && var.password_sign_in ? "1" : "0"
    SCHOLARAI_PASSWORD_SIGN_IN = var.password_sign_in ? "1" : "0"
  }, length(local.sign_in_providers) == 0 ? {} : { SCHOLARAI_SIGN_IN_PROVIDERS = jsonencode(local.sign_in_providers) })
  # Empty values are left out: they would come back from Google as none, and differ from then on.
  telemetry_environment = var.otlp_endpoint == "" ? {} : {
    OTEL_EXPORTER_OTLP_ENDPOINT = var.otlp_endpoint
    # Google's collector takes nothing without the project, and no metric without a place.
    OTEL_RESOURCE_ATTRIBUTES = "gcp.project_id=${var.project_id},cloud.region=${var.region}"
  }
  vertex_environment = local.uses_vertex ? { SCHOLARAI_VERTEX_LOCATION = local.vertex_location } : {}
  model_secrets      = local.uses_vertex ? {} : { GEMINI_API_KEY = { name = var.gemini_api_key_secret, version = var.gemini_api_key_version } }
}

module "function" {
  source   = "./modules/function"
  for_each = local.functions

  name              = each.key
  prefix            = var.name
  project_id        = var.project_id
  region            = var.region
  labels            = local.labels
  package_dir       = local.package_dir
  function_dir      = "${local.function_dir}/${each.key}"
  bundles_dir       = var.bundles_dir
  bundles_bucket    = google_storage_bucket.bundles.name
  docker_repository = google_artifact_registry_repository.images.id
  build_account     = google_service_account.builder.id
  account           = google_service_account.function[each.key].email
  ingress           = each.value.public ? (var.trial ? "ALLOW_ALL" : "ALLOW_INTERNAL_AND_GCLB") : "ALLOW_INTERNAL_ONLY"
  memory            = "${1024 * each.value.memory_gib}Mi"
  cpu               = each.value.cpu
  timeout_s         = each.value.timeout_s
  concurrency       = each.value.concurrency
  least_instances   = each.key == "chat" ? var.warm_chat_instances : 0
  most_instances    = var.most_instances[each.key]
  environment = merge(
    local.environment,
    local.telemetry_environment,
    each.value.models ? local.vertex_environment : {},
    each.key == "chat" && !local.public_page ? { SCHOLARAI_SITE_BUCKET = google_storage_bucket.site.name } : {},
    # The sender of an event authenticates itself; the function checks it again behind Cloud Run, which checks it, too.
    each.value.public ? {} : { SCHOLARAI_PUSH_ACCOUNTS = join(",", [for name in sort(keys(local.callers)) : google_service_account.caller[name].email if local.callers[name] == each.key]) },
  )
  secrets = each.value.models ? local.model_secrets : {}

  bucket_events = each.key == "extract" ? {
    bucket  = google_storage_bucket.papers.name
    account = google_service_account.caller["trigger"].email
  } : null

  depends_on = [time_sleep.agents, time_sleep.grants]
}

resource "google_artifact_registry_repository" "images" {
  repository_id = "${var.name}-functions"
  location      = var.region
  format        = "DOCKER"
  labels        = local.labels

  cleanup_policies {
    id     = "keep-last"
    action = "KEEP"

    most_recent_versions {
      keep_count = 5
    }
  }

  cleanup_policies {
    id     = "drop-old"
    action = "DELETE"

    condition {
      older_than = "2592000s"
    }
  }

  depends_on = [time_sleep.apis]
}
