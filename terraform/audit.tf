variable "audit_logs" {
  description = "Record who reads papers, database, secrets and accounts past the functions. Off, where the project records it already: what is said here replaces what was said of the same services."
  type        = bool
  default     = true
}

# What functions read for their users they log themselves, without content; here are all others, people above all.
resource "google_project_iam_audit_config" "data" {
  for_each = var.audit_logs ? toset(["datastore.googleapis.com", "iam.googleapis.com", "secretmanager.googleapis.com", "storage.googleapis.com"]) : toset([])

  project = var.project_id
  service = each.value

  dynamic "audit_log_config" {
    for_each = ["ADMIN_READ", "DATA_READ", "DATA_WRITE"]

    content {
      log_type         = audit_log_config.value
      exempted_members = [for name in sort(keys(local.functions)) : google_service_account.function[name].member]
    }
  }

  depends_on = [time_sleep.apis]
}
