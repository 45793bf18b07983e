locals {
  week = "604800s"

  topics = {
    events        = "${var.name}-paper-events"
    failures      = "${var.name}-paper-failures"
    steps         = "${var.name}-review-steps"
    dead_failures = "${var.name}-dead-failures"
    dead_steps    = "${var.name}-dead-steps"
  }
  dead_letters = toset(["dead_failures", "dead_steps"])
}

# `events` has no subscription here: consumers that want to know of new papers subscribe to it.
resource "google_pubsub_topic" "topic" {
  for_each = local.topics

  name                       = each.value
  labels                     = local.labels
  message_retention_duration = local.week
  kms_key_name               = local.kms_key

  message_storage_policy {
    allowed_persistence_regions = [var.region]
  }

  depends_on = [time_sleep.apis]
}

# Papers that gave up or made our reader fail, for a person to look at; a bad file is its owner's alone.
resource "google_pubsub_subscription" "failures" {
  name                       = local.topics.failures
  topic                      = google_pubsub_topic.topic["failures"].id
  labels                     = local.labels
  ack_deadline_seconds       = 60
  message_retention_duration = local.week

  expiration_policy {
    ttl = ""
  }

  dead_letter_policy {
    dead_letter_topic     = google_pubsub_topic.topic["dead_failures"].id
    max_delivery_attempts = 20
  }

  depends_on = [google_pubsub_topic_iam_member.agent_buries]
}

# One message is one step of a review; 600 s is the longest deadline that there is.
resource "google_pubsub_subscription" "steps" {
  name                       = local.topics.steps
  topic                      = google_pubsub_topic.topic["steps"].id
  labels                     = local.labels
  ack_deadline_seconds       = 600
  message_retention_duration = local.week

  push_config {
    push_endpoint = module.function["review"].uri

    oidc_token {
      service_account_email = google_service_account.caller["pusher"].email
      audience              = module.function["review"].uri
    }
  }

  retry_policy {
    minimum_backoff = "10s"
    maximum_backoff = "600s"
  }

  expiration_policy {
    ttl = ""
  }

  dead_letter_policy {
    dead_letter_topic     = google_pubsub_topic.topic["dead_steps"].id
    max_delivery_attempts = 15
  }

  depends_on = [google_pubsub_topic_iam_member.agent_buries, google_cloud_run_v2_service_iam_member.caller]
}

# A dead-letter topic that nobody subscribes to loses what arrives.
resource "google_pubsub_subscription" "dead" {
  for_each = local.dead_letters

  name                       = local.topics[each.value]
  topic                      = google_pubsub_topic.topic[each.value].id
  labels                     = local.labels
  ack_deadline_seconds       = 60
  message_retention_duration = local.week

  expiration_policy {
    ttl = ""
  }
}

resource "google_pubsub_topic_iam_member" "agent_buries" {
  for_each = local.dead_letters

  topic  = google_pubsub_topic.topic[each.value].name
  role   = "roles/pubsub.publisher"
  member = google_project_service_identity.agent["pubsub.googleapis.com"].member
}

resource "google_pubsub_subscription_iam_member" "agent_takes" {
  for_each = {
    failures = google_pubsub_subscription.failures.name
    steps    = google_pubsub_subscription.steps.name
  }

  subscription = each.value
  role         = "roles/pubsub.subscriber"
  member       = google_project_service_identity.agent["pubsub.googleapis.com"].member
}
