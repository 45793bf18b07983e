locals {
  apis = setunion(
    [
      "apikeys.googleapis.com",
      "artifactregistry.googleapis.com",
      "cloudbuild.googleapis.com",
      "cloudfunctions.googleapis.com",
      "cloudresourcemanager.googleapis.com",
      "cloudscheduler.googleapis.com",
      "compute.googleapis.com",
      "eventarc.googleapis.com",
      "firestore.googleapis.com",
      "iam.googleapis.com",
      "iamcredentials.googleapis.com",
      "identitytoolkit.googleapis.com",
      "logging.googleapis.com",
      "monitoring.googleapis.com",
      "pubsub.googleapis.com",
      "run.googleapis.com",
      "securetoken.googleapis.com",
      "storage.googleapis.com",
    ],
    [for api, needed in local.apis_of_choices : api if needed],
  )
  apis_of_choices = {
    "cloudkms.googleapis.com"       = local.encrypted
    "sts.googleapis.com"            = var.github_repository != ""
    "aiplatform.googleapis.com"     = local.uses_vertex
    "secretmanager.googleapis.com"  = !local.uses_vertex
    "billingbudgets.googleapis.com" = var.billing_account != ""
    "telemetry.googleapis.com"      = var.otlp_endpoint == local.google_otlp
    # Where that one puts the spans.
    "cloudtrace.googleapis.com" = var.otlp_endpoint == local.google_otlp
  }

  # Google's own accounts that act for the project, and the roles that they live by. Google makes an account at an API's
  # first use and grants it its role some time after; an account that was asked for by name is granted nothing at all:
  # https://cloud.google.com/iam/docs/create-service-agents#create-service-agents-grant
  agents = {
    "cloudfunctions.googleapis.com" = "roles/cloudfunctions.serviceAgent"
    "cloudscheduler.googleapis.com" = "roles/cloudscheduler.serviceAgent"
    "eventarc.googleapis.com"       = "roles/eventarc.serviceAgent"
    "pubsub.googleapis.com"         = "roles/pubsub.serviceAgent"
    "run.googleapis.com"            = "roles/run.serviceAgent"
  }
}

resource "google_project_service" "api" {
  for_each = local.apis

  service = each.value
  # Another system in the project may use it too.
  disable_on_destroy = false
}

# Right after an API was enabled, other APIs may not know it yet.
resource "time_sleep" "apis" {
  create_duration = "60s"
  triggers        = { apis = join(",", sort(local.apis)) }

  depends_on = [google_project_service.api]
}

resource "google_project_service_identity" "agent" {
  provider = google-beta
  for_each = local.agents

  service = each.key

  depends_on = [time_sleep.apis]
}

# Read while planning, by the API that README.md has enabled first: addresses of functions are made of the project's number.
data "google_project" "this" {
  project_id = var.project_id
}

data "google_storage_project_service_account" "storage" {
  depends_on = [time_sleep.apis]
}

resource "google_project_iam_member" "agent" {
  for_each = local.agents

  project = var.project_id
  role    = each.value
  member  = google_project_service_identity.agent[each.key].member
}

# A bucket's events travel over a Pub/Sub topic that Eventarc makes, whose name is known only afterwards.
resource "google_project_iam_member" "storage_agent_publishes" {
  project = var.project_id
  role    = "roles/pubsub.publisher"
  member  = data.google_storage_project_service_account.storage.member
}

# A first apply fails where a trigger is made before these grants have spread (terraform-provider-google, issue 25294).
resource "time_sleep" "agents" {
  create_duration = "120s"
  triggers = {
    agents  = join(",", [for service in sort(keys(local.agents)) : google_project_iam_member.agent[service].id])
    storage = google_project_iam_member.storage_agent_publishes.id
  }
}
