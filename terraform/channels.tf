variable "alert_channels" {
  description = "Where alerts go besides e-mail: name, type (pagerduty, pubsub, slack or webhook), target (the topic's full name, the channel, the URL; none for pagerduty), and only_critical for what wakes people. docs/operations.md says how to try them."
  type        = list(object({ name = string, type = string, target = optional(string, ""), only_critical = optional(bool, false) }))
  default     = []

  validation {
    condition = alltrue([
      for channel in var.alert_channels :
      can(regex({ pagerduty = "^$", pubsub = "^projects/[^/]+/topics/[^/]+$", slack = "^#[^ ]+$", webhook = "^https://[^ ]+$" }[channel.type], channel.target))
    ])
    error_message = "alert_channels must be of type pagerduty without a target, pubsub with projects/…/topics/…, slack with #channel, or webhook with an https URL."
  }
}

variable "alert_secrets" {
  description = "Secrets of alert_channels by their names: PagerDuty's integration key, Slack's OAuth token. They stand in Terraform's state."
  type        = map(string)
  default     = {}
  sensitive   = true

  validation {
    condition     = alltrue([for channel in var.alert_channels : contains(keys(var.alert_secrets), channel.name) || !contains(["pagerduty", "slack"], channel.type)])
    error_message = "alert_secrets must hold a secret for each channel of pagerduty and slack."
  }
}

locals {
  # What each kind of channel is called by Cloud Monitoring, which of its labels says where, and which holds its secret.
  channel_kinds = {
    pagerduty = { type = "pagerduty", target = null, secret = "service_key" }
    pubsub    = { type = "pubsub", target = "topic", secret = null }
    slack     = { type = "slack", target = "channel_name", secret = "auth_token" }
    webhook   = { type = "webhook_tokenauth", target = "url", secret = null }
  }
  channels = { for channel in var.alert_channels : channel.name => channel }

  # Whom an alert reaches, by its severity.
  channels_of = {
    for severity in ["CRITICAL", "WARNING"] : severity => concat(
      [for channel in google_monitoring_notification_channel.email : channel.id],
      [for name, channel in google_monitoring_notification_channel.other : channel.id if severity == "CRITICAL" || !local.channels[name].only_critical],
    )
  }
}

resource "google_monitoring_notification_channel" "email" {
  for_each = toset(var.alert_emails)

  type         = "email"
  display_name = "ScholarAI: ${each.value}"
  labels       = { email_address = each.value }

  depends_on = [time_sleep.apis]
}

resource "google_monitoring_notification_channel" "other" {
  for_each = local.channels

  type         = local.channel_kinds[each.value.type].type
  display_name = "ScholarAI: ${each.key}"
  labels       = local.channel_kinds[each.value.type].target == null ? {} : { (local.channel_kinds[each.value.type].target) = each.value.target }

  dynamic "sensitive_labels" {
    for_each = local.channel_kinds[each.value.type].secret == null ? [] : [local.channel_kinds[each.value.type].secret]

    content {
      auth_token  = sensitive_labels.value == "auth_token" ? var.alert_secrets[each.key] : null
      service_key = sensitive_labels.value == "service_key" ? var.alert_secrets[each.key] : null
    }
  }

  depends_on = [time_sleep.apis]
}
