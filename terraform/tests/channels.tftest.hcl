# `terraform test`: whom alerts reach besides e-mail, and inputs that cannot work.
mock_provider "google" {}

mock_provider "google" {
  alias = "billed"
}

mock_provider "google-beta" {}

mock_provider "time" {}

variables {
  project_id   = "papers-of-ours"
  domain       = "papers.example.org"
  alert_emails = ["somebody@example.org"]
}

run "every_kind_of_channel_is_made" {
  command = plan

  variables {
    alert_channels = [
      { name = "phone", type = "pagerduty", only_critical = true },
      { name = "room", type = "slack", target = "#papers" },
      { name = "hook", type = "webhook", target = "https://alerts.example.org/scholarai" },
      { name = "queue", type = "pubsub", target = "projects/ours/topics/alerts" },
    ]
    alert_secrets = { phone = "integration-key", room = "oauth-token" }
  }

  assert {
    condition = { for name, channel in google_monitoring_notification_channel.other : name => channel.type } == {
      phone = "pagerduty"
      room  = "slack"
      hook  = "webhook_tokenauth"
      queue = "pubsub"
    }
    error_message = "Each channel must be of the type that Cloud Monitoring knows."
  }

  assert {
    condition     = google_monitoring_notification_channel.other["room"].labels == tomap({ channel_name = "#papers" }) && google_monitoring_notification_channel.other["hook"].labels == tomap({ url = "https://alerts.example.org/scholarai" }) && google_monitoring_notification_channel.other["queue"].labels == tomap({ topic = "projects/ours/topics/alerts" })
    error_message = "A channel's label must say where."
  }

  assert {
    condition     = nonsensitive(google_monitoring_notification_channel.other["phone"].sensitive_labels[0].service_key) == "integration-key" && nonsensitive(google_monitoring_notification_channel.other["room"].sensitive_labels[0].auth_token) == "oauth-token"
    error_message = "Secrets must stand where they are hidden."
  }

  assert {
    condition     = length(google_monitoring_alert_policy.alert["page-down"].notification_channels) == 5 && length(google_monitoring_alert_policy.burn["chat-availability-fast"].notification_channels) == 5
    error_message = "What is critical must reach every channel."
  }

  assert {
    condition     = length(google_monitoring_alert_policy.alert["certificate"].notification_channels) == 4 && length(google_monitoring_alert_policy.line["out-of-memory"].notification_channels) == 4
    error_message = "A channel for what is critical alone must get nothing else."
  }
}

run "a_channel_that_leads_nowhere_is_refused" {
  command = plan

  variables {
    alert_channels = [{ name = "hook", type = "webhook", target = "http://alerts.example.org" }]
  }

  expect_failures = [var.alert_channels]
}

run "a_channel_without_its_secret_is_refused" {
  command = plan

  variables {
    alert_channels = [{ name = "phone", type = "pagerduty" }]
  }

  expect_failures = [var.alert_secrets]
}
