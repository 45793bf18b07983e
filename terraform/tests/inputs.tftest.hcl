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

run "what_is_asked_for_is_there" {
  command = plan

  variables {
    billing_account       = "012345-6789AB-CDEF01"
    gemini_api_key_secret = "gemini-key"
    protect_data          = false
  }

  assert {
    condition     = length(google_billing_budget.month) == 1
    error_message = "With a billing account there is a budget."
  }

  assert {
    condition     = length(google_secret_manager_secret_iam_member.models) == 3 && length(google_project_iam_member.models) == 0
    error_message = "Those who call models may read the key, and call no Vertex."
  }

  assert {
    condition     = google_storage_bucket.papers.force_destroy && google_firestore_database.papers.delete_protection_state == "DELETE_PROTECTION_DISABLED"
    error_message = "protect_data = false must let go of bucket and database."
  }
}

run "without_passwords_and_providers_nobody_could_sign_in" {
  command = plan

  variables {
    password_sign_in = false
  }

  expect_failures = [var.password_sign_in]
}

run "a_name_that_no_database_can_have_is_refused" {
  command = plan

  variables {
    name = "abc"
  }

  expect_failures = [var.name]
}

run "a_region_where_new_projects_cannot_build_is_refused" {
  command = plan

  variables {
    region = "europe-west3"
  }

  expect_failures = [var.region]
}

run "a_key_in_another_region_is_refused" {
  command = plan

  variables {
    kms_key = "projects/p/locations/us-central1/keyRings/r/cryptoKeys/k"
  }

  expect_failures = [var.kms_key]
}

run "one_user_must_leave_a_reader_to_the_others" {
  command = plan

  variables {
    extractions_per_owner = 3
    most_instances        = { status = 2, chat = 4, extract = 3, review = 2 }
  }

  expect_failures = [var.most_instances]
}

run "what_cannot_work_is_refused" {
  command = plan

  variables {
    domain                 = "https://papers.example.org/"
    extra_origins          = ["https://*.example.org"]
    region                 = "eur3"
    alert_emails           = []
    embedding_dimensions   = 3072
    name                   = "scholarai-production"
    gemini_api_key_version = "newest"
    session_days           = -1
    paper_days             = -1
    review_days            = 4000
    monthly_budget         = 0.5
    billing_account        = "mine"
    otlp_endpoint          = "collector:4317"
    most_instances         = { status = 5, chat = 10, extract = 10, review = 5 }
    labels                 = { Stage = "production" }
    github_repository      = "scholarai"
    github_environment     = "*"
    second_factor          = "SOMETIMES"
    oidc_providers         = { ours = { display_name = "Ours", issuer = "http://id.example.org", client_id = "a" } }
    saml_providers         = { theirs = { display_name = "Theirs", entity_id = "a", sso_url = "https://id.example.org", certificates = [] } }
  }

  expect_failures = [
    var.domain,
    var.extra_origins,
    var.region,
    var.alert_emails,
    var.embedding_dimensions,
    var.name,
    var.gemini_api_key_version,
    var.session_days,
    var.paper_days,
    var.review_days,
    var.monthly_budget,
    var.billing_account,
    var.otlp_endpoint,
    var.most_instances,
    var.labels,
    var.github_repository,
    var.github_environment,
    var.second_factor,
    var.oidc_providers,
    var.saml_providers,
  ]
}
