resource "google_storage_bucket" "papers" {
  name     = "${var.project_id}-${var.name}-papers"
  location = var.region
  labels   = local.labels

  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  force_destroy               = !var.protect_data

  # Browsers send papers to signed URLs and read them from there.
  cors {
    origin          = local.origins
    method          = ["GET", "HEAD", "PUT"]
    response_header = ["Content-Type", "Range", "Content-Range", "Accept-Ranges", "x-goog-content-length-range", "x-goog-if-generation-match"]
    max_age_seconds = 3600
  }

  dynamic "encryption" {
    for_each = local.kms_key[*]

    content {
      default_kms_key_name = encryption.value
    }
  }

  lifecycle_rule {
    action {
      type = "AbortIncompleteMultipartUpload"
    }
    condition {
      age = 1
    }
  }

  # What was deleted or overwritten can be had back for a week (docs/operations.md), and is gone after that.
  soft_delete_policy {
    retention_duration_seconds = 604800
  }

  depends_on = [time_sleep.apis]
}

resource "google_storage_bucket" "bundles" {
  name     = "${var.project_id}-${var.name}-bundles"
  location = var.region
  labels   = local.labels

  uniform_bucket_level_access = true
  public_access_prevention    = "enforced"
  # Made again from the sources at any time.
  force_destroy = true

  dynamic "encryption" {
    for_each = local.kms_key[*]

    content {
      default_kms_key_name = encryption.value
    }
  }

  lifecycle_rule {
    action {
      type = "AbortIncompleteMultipartUpload"
    }
    condition {
      age = 1
    }
  }

  soft_delete_policy {
    retention_duration_seconds = 0
  }

  depends_on = [time_sleep.apis]
}

# The web page: the one bucket that everybody may read, where it is not served by chat (trial.tf).
resource "google_storage_bucket" "site" {
  name     = "${var.project_id}-${var.name}-site"
  location = var.region
  labels   = local.labels

  uniform_bucket_level_access = true
  # Readers of the page are nobody in particular (site.tf).
  public_access_prevention = local.public_page ? "inherited" : "enforced"
  force_destroy            = true

  website {
    main_page_suffix = "index.html"
    # With the status 404; the page then says that there is nothing at its address.
    not_found_page = "index.html"
  }

  lifecycle_rule {
    action {
      type = "AbortIncompleteMultipartUpload"
    }
    condition {
      age = 1
    }
  }

  soft_delete_policy {
    retention_duration_seconds = 0
  }

  depends_on = [time_sleep.apis]
}
