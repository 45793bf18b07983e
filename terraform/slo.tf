# What people may expect of the functions that they call, and alerts for when it is used up too fast.
locals {
  # Guesses until a deployment has measured: of a month's calls so many must be answered without a 5xx, and in time (slow_ms).
  goals = { availability = 0.995, latency = 0.95 }

  # Google's SRE Workbook, chapter 5: the factors at which 2 % of a month's errors are used up within an hour, and 5 % within six;
  # the shorter time ends the alert soon after the cause. The fast one of latency means 72 % slow calls: 14.4 times 5 %.
  burns = {
    fast = { factor = 14.4, long_s = 3600, short_s = 300, severity = "CRITICAL", says = "2 % of a month's allowance within an hour" }
    slow = { factor = 6, long_s = 21600, short_s = 1800, severity = "WARNING", says = "5 % of a month's allowance within six hours" }
  }
  # A guess: of fewer calls a single bad one would be a fire.
  burning_calls = 20

  objectives = {
    for pair in setproduct([for name, function in local.functions : name if function.public], keys(local.goals)) :
    "${pair[0]}-${pair[1]}" => { function = pair[0], kind = pair[1], goal = local.goals[pair[1]] }
  }
  burning = {
    for pair in setproduct(keys(local.objectives), keys(local.burns)) :
    "${pair[0]}-${pair[1]}" => merge(local.objectives[pair[0]], local.burns[pair[1]], { objective = pair[0], alert = "${local.objectives[pair[0]].kind}-${pair[1]}" })
  }
  objective_names = {
    for name, slo in google_monitoring_slo.objective : name => "projects/${var.project_id}/services/${slo.service}/serviceLevelObjectives/${slo.slo_id}"
  }
  run_filters = { for name in keys(local.functions) : name => "resource.type=\"cloud_run_revision\" resource.labels.service_name=\"${var.name}-${name}\"" }
}

resource "google_monitoring_custom_service" "function" {
  for_each = toset([for objective in local.objectives : objective.function])

  service_id   = "${var.name}-${each.value}"
  display_name = "${var.name}-${each.value}"
  user_labels  = local.labels

  depends_on = [time_sleep.apis]
}

resource "google_monitoring_slo" "objective" {
  for_each = local.objectives

  service             = google_monitoring_custom_service.function[each.value.function].service_id
  slo_id              = each.key
  display_name        = "${each.value.kind} of ${each.value.function}"
  goal                = each.value.goal
  rolling_period_days = 30
  user_labels         = local.labels

  request_based_sli {
    dynamic "good_total_ratio" {
      for_each = each.value.kind == "availability" ? [1] : []

      content {
        bad_service_filter   = "metric.type=\"run.googleapis.com/request_count\" ${local.run_filters[each.value.function]} metric.labels.response_code_class=\"5xx\""
        total_service_filter = "metric.type=\"run.googleapis.com/request_count\" ${local.run_filters[each.value.function]}"
      }
    }

    dynamic "distribution_cut" {
      for_each = each.value.kind == "latency" ? [1] : []

      content {
        distribution_filter = "metric.type=\"run.googleapis.com/request_latencies\" ${local.run_filters[each.value.function]}"

        range {
          max = local.slow_ms[each.value.function]
        }
      }
    }
  }
}

resource "google_monitoring_alert_policy" "burn" {
  for_each = local.burning

  display_name          = "${var.name}: ${each.value.alert} (${each.value.function})"
  combiner              = "AND"
  severity              = each.value.severity
  notification_channels = local.channels_of[each.value.severity]
  user_labels           = local.labels

  dynamic "conditions" {
    for_each = [each.value.long_s, each.value.short_s]

    content {
      display_name = "Over ${conditions.value / 60} minutes more than ${each.value.factor} times as fast as allowed"

      condition_threshold {
        filter          = "select_slo_burn_rate(\"${local.objective_names[each.value.objective]}\", \"${conditions.value}s\")"
        comparison      = "COMPARISON_GT"
        threshold_value = each.value.factor
        duration        = "0s"
      }
    }
  }

  conditions {
    display_name = "More than ${local.burning_calls} calls"

    condition_threshold {
      filter          = "metric.type=\"run.googleapis.com/request_count\" ${local.run_filters[each.value.function]}"
      comparison      = "COMPARISON_GT"
      threshold_value = local.burning_calls
      duration        = "0s"

      aggregations {
        alignment_period     = "${each.value.long_s}s"
        per_series_aligner   = "ALIGN_DELTA"
        cross_series_reducer = "REDUCE_SUM"
      }
    }
  }

  documentation {
    subject   = "ScholarAI: ${each.value.alert} of ${each.value.function}"
    content   = "${each.value.function} uses up ${each.value.says}. Runbook: docs/operations.md, “${each.value.alert}”."
    mime_type = "text/markdown"
  }

  alert_strategy {
    auto_close = "86400s"
  }
}
