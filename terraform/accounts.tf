# Every function runs as an account of its own; those who call them have others.
resource "google_service_account" "function" {
  for_each = local.functions

  account_id   = "${var.name}-${each.key}"
  display_name = "ScholarAI ${each.key}"

  depends_on = [time_sleep.apis]
}

resource "google_service_account" "caller" {
  for_each = {
    trigger = "delivers events of the papers bucket to extract"
    pusher  = "pushes review steps to review"
    sweeper = "has extract deliver outboxes after crashes"
  }

  account_id   = "${var.name}-${each.key}"
  display_name = "ScholarAI: ${each.value}"

  depends_on = [time_sleep.apis]
}

resource "google_service_account" "builder" {
  account_id   = "${var.name}-builder"
  display_name = "ScholarAI: builds the functions' images"

  depends_on = [time_sleep.apis]
}

locals {
  # Custom roles, where a ready-made one would allow more than is needed.
  roles = {
    CallModel     = ["aiplatform.endpoints.predict"]
    RemoveObjects = ["storage.objects.delete"]
    CreateObjects = ["storage.objects.create"]
    ReadObjects   = ["storage.objects.get"]
    # Cloud Storage says 404 for what is not there only to those who may see names; to others, 403.
    ListObjects = ["storage.objects.list"]
    # Whether a user is still there, and nothing else of them.
    SeeAccounts = ["firebaseauth.users.get"]
  }

  # Who may publish what: chat orders reviews, review its own next step, extract what a crash left unordered.
  publishers = {
    extract_events   = { function = "extract", topic = "events" }
    extract_failures = { function = "extract", topic = "failures" }
    extract_steps    = { function = "extract", topic = "steps" }
    chat_steps       = { function = "chat", topic = "steps" }
    review_steps     = { function = "review", topic = "steps" }
  }
  model_callers = toset([for name, function in local.functions : name if function.models])
}

resource "google_project_iam_custom_role" "role" {
  for_each = local.roles

  role_id     = replace("${var.name}${each.key}", "-", "_")
  title       = "ScholarAI ${each.key}"
  permissions = each.value

  depends_on = [time_sleep.apis]
}

resource "google_project_iam_member" "data" {
  for_each = local.functions

  project = var.project_id
  role    = "roles/datastore.user"
  member  = google_service_account.function[each.key].member

  condition {
    title      = "${var.name} database only"
    expression = "resource.name == \"projects/${var.project_id}/databases/${google_firestore_database.papers.name}\""
  }
}

resource "google_project_iam_member" "models" {
  for_each = local.uses_vertex ? local.model_callers : toset([])

  project = var.project_id
  role    = google_project_iam_custom_role.role["CallModel"].id
  member  = google_service_account.function[each.value].member
}

resource "google_secret_manager_secret_iam_member" "models" {
  for_each = local.uses_vertex ? toset([]) : local.model_callers

  secret_id = var.gemini_api_key_secret
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.function[each.value].member
}

resource "google_project_iam_member" "telemetry" {
  for_each = var.otlp_endpoint == local.google_otlp ? {
    for pair in setproduct(keys(local.functions), ["roles/telemetry.tracesWriter", "roles/telemetry.metricsWriter"]) :
    "${pair[0]} ${pair[1]}" => { function = pair[0], role = pair[1] }
  } : {}

  project = var.project_id
  role    = each.value.role
  member  = google_service_account.function[each.value.function].member
}

# The keeper signs uploads and downloads, so it needs what the holder of the URL then does; it rewrites papers and deletes them.
resource "google_storage_bucket_iam_member" "keeps_papers" {
  bucket = google_storage_bucket.papers.name
  role   = "roles/storage.objectUser"
  member = google_service_account.function[local.keeper].member
}

# The sweeper, which runs in extract, forgets owners whose sign-in account is gone (closed_account_days).
resource "google_project_iam_member" "extract_sees_accounts" {
  project = var.project_id
  role    = google_project_iam_custom_role.role["SeeAccounts"].id
  member  = google_service_account.function["extract"].member
}

# extract reads papers, drops old pictures, and finishes deletions that a crash left.
resource "google_storage_bucket_iam_member" "extract_papers" {
  for_each = {
    reads   = "roles/storage.objectViewer"
    removes = google_project_iam_custom_role.role["RemoveObjects"].id
  }

  bucket = google_storage_bucket.papers.name
  role   = each.value
  member = google_service_account.function["extract"].member
}

# Pictures of figures and tables: extract keeps them, chat shows them to a model. Neither touches uploads this way.
resource "google_storage_bucket_iam_member" "crops" {
  for_each = { extract = "CreateObjects", chat = "ReadObjects" }

  bucket = google_storage_bucket.papers.name
  role   = google_project_iam_custom_role.role[each.value].id
  member = google_service_account.function[each.key].member

  condition {
    title      = "${var.name} crops only"
    expression = "resource.name.startsWith(\"projects/_/buckets/${google_storage_bucket.papers.name}/objects/crops/\")"
  }
}

# Open PDFs of published works: chat adds them for a caller, review for a review that was asked to. Extract then reads them.
resource "google_storage_bucket_iam_member" "fetched" {
  for_each = toset(["chat", "review"])

  bucket = google_storage_bucket.papers.name
  role   = google_project_iam_custom_role.role["CreateObjects"].id
  member = google_service_account.function[each.key].member

  condition {
    title      = "${var.name} uploads only"
    expression = "resource.name.startsWith(\"projects/_/buckets/${google_storage_bucket.papers.name}/objects/uploads/\")"
  }
}

# Most figures have no picture, and a question about one of those is none that fails.
resource "google_storage_bucket_iam_member" "chat_sees_what_is_missing" {
  bucket = google_storage_bucket.papers.name
  role   = google_project_iam_custom_role.role["ListObjects"].id
  member = google_service_account.function["chat"].member
}

# Without a key, URLs are signed through IAM by the account itself.
resource "google_service_account_iam_member" "signs" {
  service_account_id = google_service_account.function[local.keeper].name
  role               = "roles/iam.serviceAccountTokenCreator"
  member             = google_service_account.function[local.keeper].member
}

resource "google_pubsub_topic_iam_member" "publishes" {
  for_each = local.publishers

  topic  = google_pubsub_topic.topic[each.value.topic].name
  role   = "roles/pubsub.publisher"
  member = google_service_account.function[each.value.function].member
}

resource "google_project_iam_member" "trigger_receives" {
  project = var.project_id
  role    = "roles/eventarc.eventReceiver"
  member  = google_service_account.caller["trigger"].member
}

# Pub/Sub brings review steps as `pusher`, and the bucket's events, over Eventarc's own subscription, as `trigger`.
resource "google_service_account_iam_member" "pubsub_signs_pushes" {
  for_each = toset(["pusher", "trigger"])

  service_account_id = google_service_account.caller[each.value].name
  role               = "roles/iam.serviceAccountTokenCreator"
  member             = google_project_service_identity.agent["pubsub.googleapis.com"].member
}

locals {
  # Nobody else gets past Cloud Run to a function that is not for the public.
  callers = {
    trigger = "extract"
    sweeper = "extract"
    pusher  = "review"
  }
}

resource "google_cloud_run_v2_service_iam_member" "caller" {
  for_each = local.callers

  name     = module.function[each.value].name
  location = var.region
  role     = "roles/run.invoker"
  member   = google_service_account.caller[each.key].member
}

# status and chat check ID tokens themselves, so Cloud Run lets every call in.
resource "google_cloud_run_v2_service_iam_member" "public" {
  for_each = toset([for name, function in local.functions : name if function.public && var.grant_everybody])

  name     = module.function[each.value].name
  location = var.region
  role     = "roles/run.invoker"
  member   = "allUsers"
}

resource "google_artifact_registry_repository_iam_member" "builder_pushes" {
  repository = google_artifact_registry_repository.images.name
  location   = var.region
  role       = "roles/artifactregistry.writer"
  member     = google_service_account.builder.member
}

resource "google_project_iam_member" "builder_logs" {
  project = var.project_id
  role    = "roles/logging.logWriter"
  member  = google_service_account.builder.member
}

# Cloud Functions copies a bundle into a bucket of its own before it is built; papers stay out of reach.
resource "google_project_iam_member" "builder_reads_sources" {
  project = var.project_id
  role    = "roles/storage.objectViewer"
  member  = google_service_account.builder.member

  condition {
    title      = "${var.name} sources only"
    expression = "resource.name.startsWith(\"projects/_/buckets/gcf-v2-sources-\") || resource.name.startsWith(\"projects/_/buckets/${google_storage_bucket.bundles.name}\")"
  }
}

# Grants take a while to spread; the first build and the first event come right after.
resource "time_sleep" "grants" {
  create_duration = "90s"

  depends_on = [
    google_project_iam_member.data,
    google_project_iam_member.models,
    google_secret_manager_secret_iam_member.models,
    google_storage_bucket_iam_member.keeps_papers,
    google_storage_bucket_iam_member.extract_papers,
    google_storage_bucket_iam_member.crops,
    google_storage_bucket_iam_member.fetched,
    google_storage_bucket_iam_member.chat_sees_what_is_missing,
    google_storage_bucket_iam_member.chat_reads_page,
    google_service_account_iam_member.pubsub_signs_pushes,
    google_service_account_iam_member.signs,
    google_pubsub_topic_iam_member.publishes,
    google_project_iam_member.trigger_receives,
    google_project_iam_member.extract_sees_accounts,
    google_artifact_registry_repository_iam_member.builder_pushes,
    google_project_iam_member.builder_logs,
    google_project_iam_member.builder_reads_sources,
  ]
}
