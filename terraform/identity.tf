variable "second_factor" {
  description = "Codes of an authenticator app at sign-in: DISABLED, ENABLED (who wants one adds it in the page, under 'About this site') or MANDATORY (Identity Platform's word for all; our functions take a sign-in as it lets it pass)."
  type        = string
  default     = "DISABLED"

  validation {
    condition     = contains(["DISABLED", "ENABLED", "MANDATORY"], var.second_factor)
    error_message = "second_factor must be DISABLED, ENABLED or MANDATORY."
  }
}

variable "oidc_providers" {
  description = "OpenID Connect providers that the page offers, by a name of yours; display_name stands on the button. Register the page's address with a slash at its end as redirect URI, for the implicit flow with ID tokens."
  type        = map(object({ display_name = string, issuer = string, client_id = string }))
  default     = {}

  validation {
    condition     = alltrue([for provider in var.oidc_providers : startswith(provider.issuer, "https://")])
    error_message = "The issuer of each of oidc_providers must be an https URL."
  }
}

variable "saml_providers" {
  description = "SAML providers that the page offers, by a name of yours; display_name stands on the button, certificates are PEM. The assertion consumer service is /sign-in/saml at the page's address, the service provider's entity id the address itself."
  type        = map(object({ display_name = string, entity_id = string, sso_url = string, certificates = list(string) }))
  default     = {}

  validation {
    condition     = alltrue([for provider in var.saml_providers : startswith(provider.sso_url, "https://") && length(provider.certificates) > 0])
    error_message = "Each of saml_providers must have an https sso_url and a certificate."
  }
}

variable "password_sign_in" {
  description = "Whether accounts have passwords; false leaves the providers of oidc_providers and saml_providers as the only way in."
  type        = bool
  default     = true

  validation {
    condition     = var.password_sign_in || length(var.oidc_providers) + length(var.saml_providers) > 0
    error_message = "Without password_sign_in, one of oidc_providers or saml_providers is needed."
  }
}

locals {
  # What the page offers, by the ids that Identity Platform gives to providers.
  sign_in_providers = merge(
    { for name, provider in var.oidc_providers : "oidc.${name}" => provider.display_name },
    { for name, provider in var.saml_providers : "saml.${name}" => provider.display_name },
  )
}

resource "google_identity_platform_config" "users" {
  provider = google.billed

  # Providers send people back to these alone.
  authorized_domains         = concat([local.host], [for origin in var.extra_origins : split(":", split("//", origin)[1])[0]])
  autodelete_anonymous_users = true

  sign_in {
    allow_duplicate_emails = false

    email {
      enabled           = var.password_sign_in
      password_required = true
    }

    anonymous {
      enabled = false
    }
  }

  mfa {
    state = var.second_factor

    provider_configs {
      state = var.second_factor

      totp_provider_config {
        adjacent_intervals = 1
      }
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

resource "google_identity_platform_oauth_idp_config" "provider" {
  provider = google.billed
  for_each = var.oidc_providers

  name         = "oidc.${each.key}"
  display_name = each.value.display_name
  issuer       = each.value.issuer
  client_id    = each.value.client_id
  enabled      = true

  # The ID token alone: the other flow needs a secret, which would stand in the state.
  response_type {
    id_token = true
    code     = false
  }

  depends_on = [google_identity_platform_config.users]
}

resource "google_identity_platform_inbound_saml_config" "provider" {
  provider = google.billed
  for_each = var.saml_providers

  name         = "saml.${each.key}"
  display_name = each.value.display_name
  enabled      = true

  idp_config {
    idp_entity_id = each.value.entity_id
    sso_url       = each.value.sso_url
    sign_request  = true

    dynamic "idp_certificates" {
      for_each = each.value.certificates

      content {
        x509_certificate = idp_certificates.value
      }
    }
  }

  sp_config {
    sp_entity_id = local.origin
    # Our own function hands the form to the page, which has no place to receive one (entrypoints/sign_in.py).
    callback_uri = "${local.origin}/sign-in/saml"
  }

  depends_on = [google_identity_platform_config.users]
}

# A deleted key keeps its name for thirty days, so every key has another one. To rotate it, replace this (docs/operations.md).
resource "time_static" "page_key" {}

# Names the project to Identity Platform; it is public, and of use from our page alone. Browsers say where a call comes from
# only because web/src/api/identity-calls.ts has them, against the page's own policy.
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
