# `terraform test`: nothing is made, the providers are mocked. Inputs that cannot work are refused before anything is planned.
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

run "the_least_that_must_be_said_is_enough" {
  command = plan

  assert {
    condition     = output.url == "https://papers.example.org"
    error_message = "The address must be the domain's."
  }

  assert {
    condition     = length(google_billing_budget.month) == 0
    error_message = "Without a billing account there is no budget."
  }

  assert {
    condition     = length(google_secret_manager_secret_iam_member.models) == 0
    error_message = "Vertex AI needs no key."
  }
}

run "a_budget_needs_a_billing_account" {
  command = plan

  variables {
    billing_account = "012345-6789AB-CDEF01"
  }

  assert {
    condition     = length(google_billing_budget.month) == 1
    error_message = "With a billing account there is a budget."
  }
}

run "data_can_be_let_go" {
  command = plan

  variables {
    protect_data = false
  }

  assert {
    condition     = google_storage_bucket.papers.force_destroy && google_firestore_database.papers.delete_protection_state == "DELETE_PROTECTION_DISABLED"
    error_message = "protect_data = false must let go of bucket and database."
  }
}

run "a_domain_is_not_an_address" {
  command = plan

  variables {
    domain = "https://papers.example.org/"
  }

  expect_failures = [var.domain]
}

run "an_origin_is_exact" {
  command = plan

  variables {
    extra_origins = ["https://*.example.org"]
  }

  expect_failures = [var.extra_origins]
}

run "a_region_is_one_region" {
  command = plan

  variables {
    region = "eur3"
  }

  expect_failures = [var.region]
}

run "an_alert_reaches_somebody" {
  command = plan

  variables {
    alert_emails = []
  }

  expect_failures = [var.alert_emails]
}

run "vectors_fit_into_firestore" {
  command = plan

  variables {
    embedding_dimensions = 3072
  }

  expect_failures = [var.embedding_dimensions]
}

run "names_leave_room_for_accounts" {
  command = plan

  variables {
    name = "scholarai-production"
  }

  expect_failures = [var.name]
}
