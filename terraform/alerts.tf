locals {
  checks_re     = join("|", [for check in google_monitoring_uptime_check_config.outside : check.uptime_check_id])
  dead_names    = concat([for topic in local.dead_letters : local.topics[topic]], [local.topics.failures])
  dead_names_re = join("|", local.dead_names)

  # The label filter of one function's Cloud Run metrics, in PromQL.
  run = { for name in keys(local.functions) : name => "monitored_resource=\"cloud_run_revision\",service_name=\"${var.name}-${name}\"" }
  # The functions that events call: nobody waits for their response, and 429 asks for another delivery.
  events_re = join("|", [for name, function in local.functions : "${var.name}-${name}" if !function.public])

  # Guesses: a call that takes longer is slow. An event may take until its function's timeout (functions.tf).
  slow_ms = { status = 2000, chat = 20000, extract = 300000, review = 300000 }
  # Guesses: how long a function may run at its instance limit, shorter where people wait than where a queue is worked off.
  full_minutes = { for name, function in local.functions : name => function.public ? 15 : 120 }

  # Each alert has a section of the same name in docs/operations.md; a test compares the names.
  alerts = {
    dead-letters = {
      says     = "Work was given up: a paper's every try failed, its reader failed, or a review step was never accepted."
      query    = "max by (subscription_id) (max_over_time(pubsub_googleapis_com:subscription_num_undelivered_messages{monitored_resource=\"pubsub_subscription\",subscription_id=~\"${local.dead_names_re}\"}[10m])) > 0"
      duration = "0s"
    }
    failure-ratio = {
      says     = "More than one event in twenty failed over ten minutes, and three at least."
      query    = "sum by (service_name) (rate(run_googleapis_com:request_count{monitored_resource=\"cloud_run_revision\",service_name=~\"${local.events_re}\",response_code_class=\"5xx\"}[10m])) / sum by (service_name) (rate(run_googleapis_com:request_count{monitored_resource=\"cloud_run_revision\",service_name=~\"${local.events_re}\"}[10m])) > 0.05 and sum by (service_name) (increase(run_googleapis_com:request_count{monitored_resource=\"cloud_run_revision\",service_name=~\"${local.events_re}\",response_code_class=\"5xx\"}[10m])) >= 3"
      duration = "300s"
    }
    oldest-message = {
      says     = "A message has waited for twenty minutes: papers or reviews stand still."
      query    = "max by (subscription_id) (pubsub_googleapis_com:subscription_oldest_unacked_message_age{monitored_resource=\"pubsub_subscription\",subscription_id=~\"${local.topics.steps}|eventarc-.*${var.name}-extract.*\"}) > 1200"
      duration = "300s"
    }
    spend-rate = {
      says     = "Models cost more within an hour than they may."
      query    = "sum(increase(${local.counted.model_cost}_sum{monitored_resource=\"cloud_run_revision\"}[1h])) > ${var.spend_alert_usd_per_hour}"
      duration = "0s"
    }
    slow-calls = {
      says = "One call in twenty of a function takes longer than it should, of ten at least."
      query = join(" or ", [
        for name, run in local.run :
        "(histogram_quantile(0.95, sum by (service_name, le) (rate(run_googleapis_com:request_latencies_bucket{${run}}[15m]))) > ${local.slow_ms[name]} and sum by (service_name) (increase(run_googleapis_com:request_count{${run}}[15m])) >= 10)"
      ])
      duration = "900s"
    }
    instances-at-limit = {
      says = "A function has been at its most instances for long: calls wait or are refused."
      query = join(" or ", [
        for name, run in local.run :
        "count_over_time((sum by (service_name) (run_googleapis_com:container_instance_count{${run},state=\"active\"}) >= ${var.most_instances[name]})[${local.full_minutes[name]}m:1m]) >= ${local.full_minutes[name] - 1}"
      ])
      duration = "0s"
    }
    quota = {
      says     = "A quota of the project is used up, or Google's services refuse calls because they are too many."
      query    = "max by (service, quota_metric) (max_over_time(serviceruntime_googleapis_com:quota_exceeded{monitored_resource=\"consumer_quota\",service=~\"(aiplatform|firestore|pubsub|run|storage).googleapis.com\"}[10m])) > 0 or sum(increase(${local.counted.refused}{monitored_resource=\"cloud_run_revision\"}[10m])) > 50"
      duration = "300s"
    }
    outbox-undelivered = {
      says     = "The sweeper has not run, or could not deliver, for half an hour: announcements or deletions are late."
      query    = "(sum(increase(${local.counted.sweeps}{monitored_resource=\"cloud_run_revision\"}[30m])) or vector(0)) < 1 or sum(increase(${local.counted.undelivered}{monitored_resource=\"cloud_run_revision\"}[30m])) > 5"
      duration = "600s"
    }
    page-down = {
      says     = "The page or the API does not answer from outside."
      query    = "sum by (check_id) (count_over_time(monitoring_googleapis_com:uptime_check_check_passed{monitored_resource=\"uptime_url\",check_id=~\"${local.checks_re}\"}[10m]) - sum_over_time(monitoring_googleapis_com:uptime_check_check_passed{monitored_resource=\"uptime_url\",check_id=~\"${local.checks_re}\"}[10m])) > 4"
      duration = "300s"
      severity = "CRITICAL"
    }
    # Google renews its certificates about a month before they expire; with two weeks left, renewal has failed.
    certificate = {
      says     = "The page's certificate ends within two weeks and was not renewed."
      query    = "min by (check_id) (min_over_time(monitoring_googleapis_com:uptime_check_time_until_ssl_cert_expires{monitored_resource=\"uptime_url\",check_id=~\"${local.checks_re}\"}[1h])) < 14"
      duration = "3600s"
    }
  }

  # Alerts that a single log line raises.
  line_alerts = {
    # Cloud Run writes the first line; gunicorn in the container writes the second when only its worker was killed.
    out-of-memory = { says = "An instance ended because its memory ran out.", where = "textPayload:\"Memory limit of\" OR textPayload:\"Perhaps out of memory\"" }
    spend-stop    = { says = "Models have cost all users together what they may a day: they are off until midnight UTC.", where = "jsonPayload.code=\"daily_spend_reached\"" }
  }

  severities = { for name, alert in local.alerts : name => lookup(alert, "severity", "WARNING") }
}

resource "google_monitoring_alert_policy" "alert" {
  for_each = local.alerts

  display_name          = "${var.name}: ${each.key}"
  combiner              = "OR"
  severity              = local.severities[each.key]
  notification_channels = local.channels_of[local.severities[each.key]]
  user_labels           = local.labels

  conditions {
    display_name = each.value.says

    condition_prometheus_query_language {
      query               = each.value.query
      duration            = each.value.duration
      evaluation_interval = "60s"
      # A new project has none of these metrics yet.
      disable_metric_validation = true
    }
  }

  documentation {
    subject   = "ScholarAI: ${each.key}"
    content   = "${each.value.says} Runbook: docs/operations.md, “${each.key}”."
    mime_type = "text/markdown"
  }

  alert_strategy {
    auto_close = "86400s"
  }
}

resource "google_monitoring_alert_policy" "line" {
  for_each = local.line_alerts

  display_name          = "${var.name}: ${each.key}"
  combiner              = "OR"
  severity              = "WARNING"
  notification_channels = local.channels_of["WARNING"]
  user_labels           = local.labels

  conditions {
    display_name = each.value.says

    condition_matched_log {
      filter           = "${local.lines} AND (${each.value.where})"
      label_extractors = { function = "EXTRACT(resource.labels.service_name)" }
    }
  }

  documentation {
    subject   = "ScholarAI: ${each.key}"
    content   = "${each.value.says} Runbook: docs/operations.md, “${each.key}”."
    mime_type = "text/markdown"
  }

  alert_strategy {
    auto_close = "86400s"

    notification_rate_limit {
      period = "3600s"
    }
  }

  depends_on = [time_sleep.apis]
}
