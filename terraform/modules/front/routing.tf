locals {
  # From the routing table in code, through the OpenAPI file that is generated from it: a call's tag names its function.
  calls = flatten([
    for path, methods in var.calls : [
      for method, call in methods : { path = path, method = upper(method), function = call.tags[0] }
    ]
  ])

  # A path that two functions share goes to status, but for the methods of the other one.
  shared = [
    for call in local.calls : call
    if call.function != "status" && anytrue([for other in local.calls : other.path == call.path && other.function == "status"])
  ]
  whole = [
    for path in sort(keys(var.calls)) : {
      path     = path
      function = anytrue([for call in local.calls : call.path == path && call.function == "status"]) ? "status" : [for call in local.calls : call.function if call.path == path][0]
    }
  ]
  rules = concat(
    [for call in local.shared : { path = call.path, method = call.method, function = call.function }],
    [for rule in local.whole : { path = rule.path, method = "", function = rule.function }],
  )

  # Google's front ends keep /healthz of Cloud Run for themselves.
  renamed = { "/healthz" = "/health" }

  page = var.public_page ? google_compute_backend_bucket.site[0].id : google_compute_backend_service.api["chat"].id
  # The bucket knows no folder, so addresses lead to a file; chat knows them.
  document = var.public_page ? "/index.html" : null
}

resource "google_compute_url_map" "https" {
  name            = "${var.name}-https"
  default_service = local.page

  host_rule {
    hosts        = [var.domain]
    path_matcher = "all"
  }

  path_matcher {
    name            = "all"
    default_service = local.page

    dynamic "route_rules" {
      for_each = local.document[*]

      content {
        priority = 1
        service  = local.page

        match_rules {
          full_path_match = "/"
        }

        route_action {
          url_rewrite {
            path_prefix_rewrite = local.document
          }
        }
      }
    }

    # A browser that opens an address of the page asks for HTML first of all, the page's own calls do not.
    dynamic "route_rules" {
      for_each = local.pages

      content {
        priority = 10 + route_rules.key
        service  = local.page

        # A template may rewrite a path only where it names a part of it; a path without one is matched whole.
        match_rules {
          full_path_match     = strcontains(route_rules.value, "{") ? null : route_rules.value
          path_template_match = strcontains(route_rules.value, "{") ? route_rules.value : null

          header_matches {
            header_name  = "accept"
            prefix_match = "text/html"
          }

          header_matches {
            header_name = ":method"
            exact_match = "GET"
          }
        }

        dynamic "route_action" {
          for_each = local.document[*]

          content {
            url_rewrite {
              path_prefix_rewrite   = strcontains(route_rules.value, "{") ? null : local.document
              path_template_rewrite = strcontains(route_rules.value, "{") ? local.document : null
            }
          }
        }
      }
    }

    dynamic "route_rules" {
      for_each = local.rules

      content {
        priority = 100 + route_rules.key
        service  = google_compute_backend_service.api[route_rules.value.function].id

        match_rules {
          # One part of a path for each parameter.
          full_path_match     = strcontains(route_rules.value.path, "{") ? null : route_rules.value.path
          path_template_match = strcontains(route_rules.value.path, "{") ? replace(route_rules.value.path, "/\\{[a-z_]+\\}/", "*") : null

          dynamic "header_matches" {
            for_each = route_rules.value.method == "" ? [] : [route_rules.value.method]

            content {
              header_name = ":method"
              exact_match = header_matches.value
            }
          }
        }

        dynamic "route_action" {
          for_each = contains(keys(local.renamed), route_rules.value.path) ? [local.renamed[route_rules.value.path]] : []

          content {
            url_rewrite {
              path_prefix_rewrite = route_action.value
            }
          }
        }
      }
    }
  }
}

resource "google_compute_url_map" "http" {
  name = "${var.name}-http"

  default_url_redirect {
    https_redirect         = true
    redirect_response_code = "MOVED_PERMANENTLY_DEFAULT"
    strip_query            = false
  }
}

resource "google_compute_managed_ssl_certificate" "page" {
  name = "${var.name}-${substr(sha256(var.domain), 0, 8)}"

  managed {
    domains = [var.domain]
  }

  # Another domain is another certificate, made before the old one goes.
  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_ssl_policy" "modern" {
  name            = "${var.name}-modern"
  profile         = "MODERN"
  min_tls_version = "TLS_1_2"
}

resource "google_compute_global_address" "page" {
  name   = "${var.name}-page"
  labels = var.labels
}

resource "google_compute_target_https_proxy" "page" {
  name             = "${var.name}-https"
  url_map          = google_compute_url_map.https.id
  ssl_certificates = [google_compute_managed_ssl_certificate.page.id]
  ssl_policy       = google_compute_ssl_policy.modern.id
}

resource "google_compute_target_http_proxy" "page" {
  name    = "${var.name}-http"
  url_map = google_compute_url_map.http.id
}

resource "google_compute_global_forwarding_rule" "https" {
  name                  = "${var.name}-https"
  labels                = var.labels
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_global_address.page.id
  port_range            = "443"
  target                = google_compute_target_https_proxy.page.id
}

resource "google_compute_global_forwarding_rule" "http" {
  name                  = "${var.name}-http"
  labels                = var.labels
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_global_address.page.id
  port_range            = "80"
  target                = google_compute_target_http_proxy.page.id
}
