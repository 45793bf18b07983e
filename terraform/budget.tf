resource "google_billing_budget" "month" {
  provider = google.billed
  count    = var.billing_account == "" ? 0 : 1

  billing_account = var.billing_account
  display_name    = "ScholarAI ${var.project_id}"

  budget_filter {
    # The budget's service knows projects by their numbers alone.
    projects        = ["projects/${data.google_project.this.number}"]
    calendar_period = "MONTH"
  }

  amount {
    specified_amount {
      units = tostring(var.monthly_budget)
    }
  }

  dynamic "threshold_rules" {
    for_each = [0.5, 0.9, 1.0]

    content {
      threshold_percent = threshold_rules.value
    }
  }

  threshold_rules {
    threshold_percent = 1.0
    spend_basis       = "FORECASTED_SPEND"
  }

  all_updates_rule {
    # It writes to five at most; alerts reach them all.
    monitoring_notification_channels = [
      for address in slice(var.alert_emails, 0, min(5, length(var.alert_emails))) : google_monitoring_notification_channel.email[address].id
    ]
    disable_default_iam_recipients = false
  }

  depends_on = [time_sleep.apis]
}
