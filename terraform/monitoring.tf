# What is measured: lines of our logs, calls from outside, and the charts of the dashboard. Alerts are in alerts.tf and slo.tf.
locals {
  services      = [for name in keys(local.functions) : "${var.name}-${name}"]
  services_re   = join("|", local.services)
  lines         = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=~\"${local.services_re}\""
  extract_lines = "resource.type=\"cloud_run_revision\" AND resource.labels.service_name=\"${var.name}-extract\""

  # How PromQL names the metrics that log lines are counted by. To PromQL they are counters that only grow, so what came within
  # a time is their increase; a counter that no line ever reached is not there at all.
  counted = {
    for name, metric in merge({ model_cost = google_logging_metric.model_cost }, google_logging_metric.lines) :
    name => "logging_googleapis_com:user_${replace(metric.name, "-", "_")}"
  }
}

# What a model call cost stands in our own log lines, and nothing of what was asked.
resource "google_logging_metric" "model_cost" {
  name            = "${var.name}-model-cost"
  description     = "US dollars of model use"
  filter          = "${local.lines} AND jsonPayload.cost_usd>0"
  value_extractor = "EXTRACT(jsonPayload.cost_usd)"

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "DISTRIBUTION"
    unit        = "1"
  }

  depends_on = [time_sleep.apis]
}

# Lines of ours that an alert counts.
resource "google_logging_metric" "lines" {
  for_each = {
    sweeps      = { says = "Sweeps that looked at the whole outbox", where = "${local.extract_lines} AND jsonPayload.message=\"outbox swept\"" }
    undelivered = { says = "Outbox entries that a sweep could not deliver", where = "${local.extract_lines} AND jsonPayload.message=\"outbox entry not delivered\"" }
    # Firestore, Cloud Storage and Pub/Sub say rate_limited, a model model_busy; nobody counts the limits of our own here.
    refused = { says = "Calls that a service of Google refused because they were too many", where = "${local.lines} AND (jsonPayload.code=\"rate_limited\" OR jsonPayload.code=\"model_busy\")" }
  }

  name        = "${var.name}-${each.key}"
  description = each.value.says
  filter      = each.value.where

  metric_descriptor {
    metric_kind = "DELTA"
    value_type  = "INT64"
  }

  depends_on = [time_sleep.apis]
}

moved {
  from = google_logging_metric.sweeps
  to   = google_logging_metric.lines["sweeps"]
}

moved {
  from = google_logging_metric.undelivered
  to   = google_logging_metric.lines["undelivered"]
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
