resource "google_compute_backend_bucket" "site" {
  count = var.public_page ? 1 : 0

  name                    = "${var.name}-site"
  bucket_name             = var.site_bucket
  enable_cdn              = true
  compression_mode        = "AUTOMATIC"
  custom_response_headers = var.page_headers

  cdn_policy {
    cache_mode = "USE_ORIGIN_HEADERS"
  }
}

resource "google_compute_region_network_endpoint_group" "api" {
  for_each = var.functions

  name                  = "${var.name}-${each.key}"
  region                = var.region
  network_endpoint_type = "SERVERLESS"

  cloud_run {
    service = each.value
  }
}

resource "google_compute_backend_service" "api" {
  for_each = google_compute_region_network_endpoint_group.api

  name                  = "${var.name}-${each.key}"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"
  security_policy       = google_compute_security_policy.api.id

  backend {
    group = each.value.id
  }

  # Off: an address may hold a search, and what users ask is never logged.
  log_config {
    enable = false
  }
}

# A flood from one address is answered at the edge; what one user may take a day is counted by the functions.
resource "google_compute_security_policy" "api" {
  name   = "${var.name}-api"
  type   = "CLOUD_ARMOR"
  labels = var.labels

  rule {
    priority    = 1000
    action      = "throttle"
    description = "So many calls a minute from one address"

    match {
      versioned_expr = "SRC_IPS_V1"

      config {
        src_ip_ranges = ["*"]
      }
    }

    rate_limit_options {
      conform_action = "allow"
      exceed_action  = "deny(429)"
      enforce_on_key = "IP"

      rate_limit_threshold {
        count        = var.requests_per_minute
        interval_sec = 60
      }
    }
  }

  rule {
    priority    = 2147483647
    action      = "allow"
    description = "Everything else"

    match {
      versioned_expr = "SRC_IPS_V1"

      config {
        src_ip_ranges = ["*"]
      }
    }
  }
}
