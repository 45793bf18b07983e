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

# Names the project to Identity Platform; it is public, and of use from our page alone.
resource "google_apikeys_key" "page" {
  provider = google.billed

  name         = "${var.name}-page"
  display_name = "ScholarAI web page"

  restrictions {
    browser_key_restrictions {
      allowed_referrers = ["${local.origin}/*"]
    }

    api_targets {
      service = "identitytoolkit.googleapis.com"
    }

    api_targets {
      service = "securetoken.googleapis.com"
    }
  }

  depends_on = [google_identity_platform_config.users]
}
