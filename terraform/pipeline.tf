variable "github_repository" {
  description = "Repository of GitHub, such as ours/scholarai, whose workflow deploy.yml may apply this configuration without any key; empty: none may."
  type        = string
  default     = ""

  validation {
    condition     = var.github_repository == "" || can(regex("^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$", var.github_repository))
    error_message = "github_repository must be owner/name."
  }
}

variable "github_repository_id" {
  description = "Number of that repository (`gh api repos/OWNER/NAME --jq .id`): whoever takes over its name later stays outside; empty: not compared."
  type        = string
  default     = ""

  validation {
    condition     = can(regex("^[0-9]*$", var.github_repository_id))
    error_message = "github_repository_id must be a number."
  }
}

variable "github_environment" {
  description = "Environment of that repository in which the workflow must run; its reviewers approve each apply."
  type        = string
  default     = "production"

  validation {
    condition     = can(regex("^[A-Za-z0-9_-]+$", var.github_environment))
    error_message = "github_environment must be letters, digits, hyphens and underscores."
  }
}

locals {
  pipeline = var.github_repository == "" ? toset([]) : toset(["github"])
  # The subject of a token of GitHub's for a job in an environment.
  pipeline_subject = "repo:${var.github_repository}:environment:${var.github_environment}"
  # What making and changing everything here takes. Who may grant roles may do anything: guard that environment like an owner's password.
  pipeline_roles = [
    "artifactregistry.admin", "cloudfunctions.admin", "cloudscheduler.admin", "compute.loadBalancerAdmin", "compute.securityAdmin",
    "datastore.owner", "eventarc.admin", "iam.roleAdmin", "iam.serviceAccountAdmin", "iam.serviceAccountUser", "iam.workloadIdentityPoolAdmin",
    "identityplatform.admin", "logging.configWriter", "monitoring.admin", "pubsub.admin", "resourcemanager.projectIamAdmin", "run.admin",
    "secretmanager.admin", "serviceusage.apiKeysAdmin", "serviceusage.serviceUsageAdmin", "storage.admin",
  ]
}

resource "google_service_account" "pipeline" {
  for_each = local.pipeline

  account_id   = "${var.name}-pipeline"
  display_name = "ScholarAI: applies this configuration"

  depends_on = [time_sleep.apis]
}

resource "google_iam_workload_identity_pool" "pipeline" {
  for_each = local.pipeline

  workload_identity_pool_id = "${var.name}-${each.value}"
  display_name              = "ScholarAI pipeline"

  depends_on = [time_sleep.apis]
}

resource "google_iam_workload_identity_pool_provider" "pipeline" {
  for_each = local.pipeline

  workload_identity_pool_id          = google_iam_workload_identity_pool.pipeline[each.value].workload_identity_pool_id
  workload_identity_pool_provider_id = each.value
  attribute_mapping                  = { "google.subject" = "assertion.sub" }
  # GitHub signs for everybody's repositories: nobody else's jobs get past here.
  attribute_condition = join(" && ", concat(
    ["assertion.sub == '${local.pipeline_subject}'"],
    var.github_repository_id == "" ? [] : ["assertion.repository_id == '${var.github_repository_id}'"],
  ))

  oidc {
    issuer_uri = "https://token.actions.githubusercontent.com"
  }
}

resource "google_service_account_iam_member" "pipeline" {
  for_each = local.pipeline

  service_account_id = google_service_account.pipeline[each.value].name
  role               = "roles/iam.workloadIdentityUser"
  member             = "principal://iam.googleapis.com/${google_iam_workload_identity_pool.pipeline[each.value].name}/subject/${local.pipeline_subject}"
}

resource "google_project_iam_member" "pipeline" {
  for_each = length(local.pipeline) == 0 ? toset([]) : toset(local.pipeline_roles)

  project = var.project_id
  role    = "roles/${each.value}"
  member  = google_service_account.pipeline["github"].member
}

output "pipeline" {
  description = "Variables of the repository's environment for the workflow deploy.yml; null without github_repository."
  value = length(local.pipeline) == 0 ? null : {
    WORKLOAD_IDENTITY_PROVIDER = google_iam_workload_identity_pool_provider.pipeline["github"].name
    DEPLOY_ACCOUNT             = google_service_account.pipeline["github"].email
  }
}
