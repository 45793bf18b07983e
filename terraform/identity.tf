resource "google_identity_platform_config" "users" {
  provider = google.billed

  authorized_domains         = [var.domain]
  autodelete_anonymous_users = true

  sign_in {
    allow_duplicate_emails = false

    email {
      enabled           = true
      password_required = true
    }

    anonymous {
      enabled = false
    }
  }

  client {
    permissions {
      disabled_user_signup   = !var.open_sign_up
      disabled_user_deletion = false
    }
  }

  depends_on = [time_sleep.apis]
}

# A deleted key keeps its name for thirty days, so every key has another one. To rotate it, replace this (docs/operations.md).
resource "time_static" "page_key" {}

# Names the project to Identity Platform; it is public, and of use from our page alone. Browsers say where a call comes from
# only because web/src/api/identity.ts has them, against the page's own policy.
resource "google_apikeys_key" "page" {
  provider = google.billed

  name         = "${var.name}-page-${time_static.page_key.unix}"
  display_name = "ScholarAI web page"

  restrictions {
    browser_key_restrictions {
      allowed_referrers = [local.origin, "${local.origin}/*"]
    }

    api_targets {
      service = "identitytoolkit.googleapis.com"
    }

    api_targets {
      service = "securetoken.googleapis.com"
    }
  }

  depends_on = [google_identity_platform_config.users]

  lifecycle {
    create_before_destroy = true
  }
}
