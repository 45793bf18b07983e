# A process that dies between its last write and its announcement leaves an entry in the outbox of the paper's document. Every few
# minutes extract, which may announce and remove, is told to deliver such entries: an event like any other.
resource "google_cloud_scheduler_job" "sweep" {
  name             = "${var.name}-sweep"
  description      = "Has extract deliver outboxes after crashes"
  region           = var.region
  schedule         = "*/5 * * * *"
  time_zone        = "Etc/UTC"
  attempt_deadline = "180s"

  retry_config {
    retry_count          = 1
    min_backoff_duration = "30s"
  }

  http_target {
    uri         = module.function["extract"].uri
    http_method = "POST"
    headers     = { "Content-Type" = "application/cloudevents+json" }
    body = base64encode(jsonencode({
      specversion = "1.0"
      id          = "sweep"
      source      = "//cloudscheduler.googleapis.com/projects/${var.project_id}"
      type        = "scholarai.debts.due.v1"
    }))

    oidc_token {
      service_account_email = google_service_account.caller["sweeper"].email
      audience              = module.function["extract"].uri
    }
  }

  depends_on = [google_cloud_run_v2_service_iam_member.caller]
}
