locals {
  site_files = toset([for file in fileset(var.site_dir, "**") : file if !startswith(basename(file), ".")])
  page       = "index.html"

  content_types = {
    bcmap = "application/octet-stream"
    css   = "text/css; charset=utf-8"
    html  = "text/html; charset=utf-8"
    ico   = "image/x-icon"
    icc   = "application/vnd.iccprofile"
    js    = "text/javascript; charset=utf-8"
    json  = "application/json"
    map   = "application/json"
    mjs   = "text/javascript; charset=utf-8"
    pfb   = "application/octet-stream"
    png   = "image/png"
    svg   = "image/svg+xml"
    ttf   = "font/ttf"
    txt   = "text/plain; charset=utf-8"
    wasm  = "application/wasm"
    woff  = "font/woff"
    woff2 = "font/woff2"
  }

  # Names below assets/ hold a sum of their text, so they never change.
  unchanging = "public, max-age=31536000, immutable"
  checked    = "no-cache"

  # The local server's policy, and where papers and sign-in are in the cloud.
  policy = {
    default-src     = "'none'"
    script-src      = "'self' 'wasm-unsafe-eval'"
    worker-src      = "'self'"
    style-src       = "'self'"
    font-src        = "'self' data:"
    img-src         = "'self' data: blob:"
    connect-src     = "'self' https://storage.googleapis.com https://identitytoolkit.googleapis.com https://securetoken.googleapis.com"
    base-uri        = "'none'"
    form-action     = "'none'"
    frame-ancestors = "'none'"
  }
  page_headers = [
    "Content-Security-Policy: ${join("; ", [for name, sources in local.policy : "${name} ${sources}"])}",
    "Cross-Origin-Opener-Policy: same-origin",
    "Referrer-Policy: no-referrer",
    "Strict-Transport-Security: max-age=31536000",
    "X-Content-Type-Options: nosniff",
  ]
}

# The page learns its project's key from a meta tag; on one machine that stays empty.
resource "google_storage_bucket_object" "page" {
  name          = local.page
  bucket        = google_storage_bucket.site.name
  content_type  = local.content_types.html
  cache_control = local.checked
  content = replace(
    try(file("${var.site_dir}/${local.page}"), ""),
    "name=\"scholarai-identity-key\" content=\"\"",
    "name=\"scholarai-identity-key\" content=\"${google_apikeys_key.page.key_string}\"",
  )

  lifecycle {
    precondition {
      condition     = contains(local.site_files, local.page)
      error_message = "There is no ${var.site_dir}/${local.page}; run `make web`."
    }
  }
}

resource "google_storage_bucket_object" "file" {
  for_each = setsubtract(local.site_files, [local.page])

  name          = each.value
  bucket        = google_storage_bucket.site.name
  source        = "${var.site_dir}/${each.value}"
  content_type  = lookup(local.content_types, lower(reverse(split(".", each.value))[0]), "application/octet-stream")
  cache_control = startswith(each.value, "assets/") ? local.unchanging : local.checked
}

resource "google_storage_bucket_iam_member" "everybody_reads_page" {
  bucket = google_storage_bucket.site.name
  # Objects can be read by their names, not listed.
  role   = "roles/storage.legacyObjectReader"
  member = "allUsers"
}

resource "google_compute_backend_bucket" "site" {
  name                    = "${var.name}-site"
  bucket_name             = google_storage_bucket.site.name
  enable_cdn              = true
  compression_mode        = "AUTOMATIC"
  custom_response_headers = local.page_headers

  cdn_policy {
    cache_mode = "USE_ORIGIN_HEADERS"
  }
}

resource "google_compute_region_network_endpoint_group" "api" {
  for_each = toset([for name, function in local.functions : name if function.public])

  name                  = "${var.name}-${each.value}"
  region                = var.region
  network_endpoint_type = "SERVERLESS"

  cloud_run {
    service = module.function[each.value].name
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
  name = "${var.name}-api"
  type = "CLOUD_ARMOR"

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

  depends_on = [time_sleep.apis]
}
