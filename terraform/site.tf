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

# The page learns its project's key, and whether accounts may have a second factor, from meta tags; on one machine they stay
# empty.
resource "google_storage_bucket_object" "page" {
  name          = local.page
  bucket        = google_storage_bucket.site.name
  content_type  = local.content_types.html
  cache_control = local.checked
  content = replace(
    replace(
      try(file("${var.site_dir}/${local.page}"), ""),
      "name=\"scholarai-identity-key\" content=\"\"",
      "name=\"scholarai-identity-key\" content=\"${google_apikeys_key.page.key_string}\"",
    ),
    "name=\"scholarai-second-factor\" content=\"\"",
    "name=\"scholarai-second-factor\" content=\"${var.second_factor == "DISABLED" ? "" : "on"}\"",
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
  count = local.public_page ? 1 : 0

  bucket = google_storage_bucket.site.name
  # Objects can be read by their names, not listed.
  role   = "roles/storage.legacyObjectReader"
  member = "allUsers"
}

# Where there is no load balancer in front, or none may read the bucket, chat serves the page.
resource "google_storage_bucket_iam_member" "chat_reads_page" {
  count = local.public_page ? 0 : 1

  bucket = google_storage_bucket.site.name
  role   = "roles/storage.objectViewer"
  member = google_service_account.function["chat"].member
}

module "front" {
  source = "./modules/front"
  count  = var.trial ? 0 : 1

  name                = var.name
  domain              = var.domain
  region              = var.region
  labels              = local.labels
  calls               = local.openapi.paths
  functions           = { for name, function in local.functions : name => module.function[name].name if function.public }
  site_bucket         = google_storage_bucket.site.name
  public_page         = local.public_page
  page_headers        = local.page_headers
  requests_per_minute = var.requests_per_minute

  depends_on = [time_sleep.apis]
}
