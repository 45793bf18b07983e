locals {
  services      = [for name in keys(local.functions) : "${var.name}-${name}"]
  services_re   = join("|", local.services)
  runbook       = "Runbook: docs/operations.md, "
  checks_re     = join("|", [for check in google_monitoring_uptime_check_config.outside : check.uptime_check_id])
  dead_names    = concat([for topic in local.dead_letters : local.topics[topic]], [local.topics.failures])
  dead_names_re = join("|", local.dead_names)

  # How PromQL names the metrics that log lines are counted by. To PromQL they are counters that only grow, so what came within
  # a time is their increase; a counter that no line ever reached is not there at all.
  counted = {
    model_cost  = "logging_googleapis_com:user_${replace(google_logging_metric.model_cost.name, "-", "_")}"
    sweeps      = "logging_googleapis_com:user_${replace(google_logging_metric.sweeps.name, "-", "_")}"
    undelivered = "logging_googleapis_com:user_${replace(google_logging_metric.undelivered.name, "-", "_")}"
  }

  # Each alert has a section of the same name in docs/operations.md; a test reads both.
  alerts = {
    dead-letters = {
      says  = "Work was given up: a paper failed for good or a review step was never accepted."
      query = "max by (subscription_id) (max_over_time(pubsub_googleapis_com:subscription_num_undelivered_messages{monitored_resource=\"pubsub_subscription\",subscription_id=~\"${local.dead_names_re}\"}[10m])) > 0"
      for   = "0s"
    }
    failure-ratio = {
      says  = "More than one call in twenty failed over ten minutes."
      query = "sum by (service_name) (rate(run_googleapis_com:request_count{monitored_resource=\"cloud_run_revision\",service_name=~\"${local.services_re}\",response_code_class=\"5xx\"}[10m])) / sum by (service_name) (rate(run_googleapis_com:request_count{monitored_resource=\"cloud_run_revision\",service_name=~\"${local.services_re}\"}[10m])) > 0.05"
      for   = "300s"
    }
    oldest-message = {
      says  = "A message has waited for twenty minutes: papers or reviews stand still."
      query = "max by (subscription_id) (pubsub_googleapis_com:subscription_oldest_unacked_message_age{monitored_resource=\"pubsub_subscription\",subscription_id=~\"${local.topics.steps}|eventarc-.*${var.name}-extract.*\"}) > 1200"
      for   = "300s"
    }
    spend-rate = {
      says  = "Models cost more within an hour than they may."
      query = "sum(increase(${local.counted.model_cost}_sum{monitored_resource=\"cloud_run_revision\"}[1h])) > ${var.spend_alert_usd_per_hour}"
      for   = "0s"
    }
    slow-calls = {
      says  = "One call in twenty takes longer than it should."
      query = "histogram_quantile(0.95, sum by (service_name, le) (rate(run_googleapis_com:request_latencies_bucket{monitored_resource=\"cloud_run_revision\",service_name=~\"${var.name}-(status|chat)\"}[15m]))) > 20000"
      for   = "900s"
    }
    outbox-undelivered = {
      says  = "The sweeper has not run, or could not deliver, for half an hour: announcements or deletions are late."
      query = "(sum(increase(${local.counted.sweeps}{monitored_resource=\"cloud_run_revision\"}[30m])) or vector(0)) < 1 or sum(increase(${local.counted.undelivered}{monitored_resource=\"cloud_run_revision\"}[30m])) > 5"
      for   = "600s"
    }
    page-down = {
      says  = "The page or the API does not answer from outside."
      query = "sum by (check_id) (count_over_time(monitoring_googleapis_com:uptime_check_check_passed{monitored_resource=\"uptime_url\",check_id=~\"${local.checks_re}\"}[10m]) - sum_over_time(monitoring_googleapis_com:uptime_check_check_passed{monitored_resource=\"uptime_url\",check_id=~\"${local.checks_re}\"}[10m])) > 4"
      for   = "300s"
    }
  }
}

resource "google_monitoring_notification_channel" "email" {
  for_each = toset(var.alert_emails)

  type         = "email"
  display_name = "ScholarAI: ${each.value}"
  labels       = { email_address = each.value }

  depends_on = [time_sleep.apis]
}

resource "google_monitoring_alert_policy" "alert" {
  for_each = local.alerts

  display_name          = "${var.name}: ${each.key}"
  combiner              = "OR"
  severity              = each.key == "page-down" ? "CRITICAL" : "WARNING"
  notification_channels = [for channel in google_monitoring_notification_channel.email : channel.id]
  user_labels           = local.labels

  conditions {
    display_name = each.value.says

    condition_prometheus_query_language {
      query               = each.value.query
      duration            = each.value.for
      evaluation_interval = "60s"
      # A new project has none of these metrics yet.
      disable_metric_validation = true
    }
  }

  documentation {
    subject   = "ScholarAI: ${each.key}"
    content   = "${each.value.says} ${local.runbook}“${each.key}”."
    mime_type = "text/markdown"
  }

  alert_strategy {
    auto_close = "86400s"
  }
}

# What a model call cost stands in our own log lines, and nothing of what was asked.
resource "google_logging_metric" "model_cost" {
  name            = "${var.name}-model-cost"
  description     = "US dollars of model use"
  filter          = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=~\"${local.services_re}\" AND jsonPayload.cost_usd>0"
  value_extractor = "EXTRACT(jsonPayload.cost_usd)"

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "DISTRIBUTION"
    unit        = "1"
  }

  depends_on = [time_sleep.apis]
}

resource "google_logging_metric" "undelivered" {
  name        = "${var.name}-undelivered"
  description = "Outbox entries that a sweep could not deliver"
  filter      = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${var.name}-extract\" AND jsonPayload.message=\"outbox entry not delivered\""

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
  }

  depends_on = [time_sleep.apis]
}

resource "google_logging_metric" "sweeps" {
  name        = "${var.name}-sweeps"
  description = "Sweeps that looked at the whole outbox"
  filter      = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${var.name}-extract\" AND jsonPayload.message=\"outbox swept\""

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
  }

  depends_on = [time_sleep.apis]
}

# Cloud Run's own request logs hold addresses, and an address may hold a search; our log lines say the rest.
resource "google_logging_project_exclusion" "requests" {
  name        = "${var.name}-requests"
  description = "Addresses of calls may hold what users search for"
  filter      = "log_id(\"run.googleapis.com/requests\") AND resource.labels.service_name=~\"${local.services_re}\""

  depends_on = [time_sleep.apis]
}

resource "google_monitoring_uptime_check_config" "outside" {
  for_each = { page = "/", api = local.health }

  display_name = "${var.name}-${each.key}"
  timeout      = "10s"
  period       = "300s"

  http_check {
    path         = each.value
    port         = 443
    use_ssl      = true
    validate_ssl = true
  }

  monitored_resource {
    type   = "uptime_url"
    labels = { project_id = var.project_id, host = local.host }
  }

  depends_on = [time_sleep.apis]
}

locals {
  charts = [
    { title = "Calls a second", query = "sum by (service_name, response_code_class) (rate(run_googleapis_com:request_count{service_name=~\"${local.services_re}\"}[5m]))" },
    { title = "95th percentile, ms", query = "histogram_quantile(0.95, sum by (service_name, le) (rate(run_googleapis_com:request_latencies_bucket{service_name=~\"${local.services_re}\"}[5m])))" },
    { title = "Instances", query = "sum by (service_name) (run_googleapis_com:container_instance_count{service_name=~\"${local.services_re}\"})" },
    { title = "Oldest message, s", query = "max by (subscription_id) (pubsub_googleapis_com:subscription_oldest_unacked_message_age)" },
    { title = "Dead letters", query = "max by (subscription_id) (pubsub_googleapis_com:subscription_num_undelivered_messages{subscription_id=~\"${local.dead_names_re}\"})" },
    { title = "Model cost, USD an hour", query = "sum(increase(${local.counted.model_cost}_sum{monitored_resource=\"cloud_run_revision\"}[1h]))" },
    { title = "Memory in use", query = "histogram_quantile(0.95, sum by (service_name, le) (rate(run_googleapis_com:container_memory_utilizations_bucket{service_name=~\"${local.services_re}\"}[5m])))" },
    { title = "Documents read and written a second", query = "sum(rate(firestore_googleapis_com:document_read_ops_count[5m])) + sum(rate(firestore_googleapis_com:document_write_ops_count[5m]))" },
  ]
}

resource "google_monitoring_dashboard" "system" {
  dashboard_json = jsonencode({
    displayName = var.name
    mosaicLayout = {
      columns = 12
      tiles = [
        for index, chart in local.charts : {
          xPos   = 6 * (index % 2)
          yPos   = 4 * floor(index / 2)
          width  = 6
          height = 4
          widget = {
            title = chart.title
            xyChart = {
              dataSets = [{ plotType = "LINE", timeSeriesQuery = { prometheusQuery = chart.query } }]
            }
          }
        }
      ]
    }
  })

  depends_on = [time_sleep.apis]
}
