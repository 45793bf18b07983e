locals {
  # The same sum over names and texts that scholarai.local.bundle writes into a bundle's name: a bundle of other sources
  # than these cannot be deployed. The pins have the hashes of the function's requirements.
  package = {
    for inside in setunion(fileset(var.package_dir, "**/*.py"), fileset(var.package_dir, "**/data/*")) :
    "scholarai/${inside}" => "${var.package_dir}/${inside}"
    if !anytrue([for left_out in ["local/", "api/", "testing.py"] : startswith(inside, left_out)])
  }
  files = merge(local.package, {
    for inside in ["main.py", "requirements.txt"] : inside => "${var.function_dir}/${inside}"
    }, {
    "requirements/dev.txt" = "${var.function_dir}/../../requirements/dev.txt"
  })
  digest = substr(sha256(join("", [for inside in sort(keys(local.files)) : "${filesha256(local.files[inside])}  ${inside}\n"])), 0, 16)
  bundle = "${var.name}-${local.digest}.zip"
}

resource "google_storage_bucket_object" "bundle" {
  name   = local.bundle
  bucket = var.bundles_bucket
  source = "${var.bundles_dir}/${local.bundle}"

  lifecycle {
    precondition {
      condition     = fileexists("${var.bundles_dir}/${local.bundle}")
      error_message = "There is no bundle ${local.bundle} of the present sources; run `make bundles`."
    }
  }
}

resource "google_cloudfunctions2_function" "this" {
  name     = "${var.prefix}-${var.name}"
  location = var.region
  labels   = var.labels

  build_config {
    runtime           = "python312"
    entry_point       = var.name
    docker_repository = var.docker_repository
    service_account   = var.build_account

    source {
      storage_source {
        bucket = var.bundles_bucket
        object = google_storage_bucket_object.bundle.name
      }
    }

    automatic_update_policy {}
  }

  service_config {
    service_account_email            = var.account
    ingress_settings                 = var.ingress
    available_memory                 = var.memory
    available_cpu                    = var.cpu
    timeout_seconds                  = var.timeout_s
    max_instance_request_concurrency = var.concurrency
    min_instance_count               = var.least_instances
    max_instance_count               = var.most_instances
    all_traffic_on_latest_revision   = true
    # The framework's one worker has as many threads as calls may come at once; otherwise it keeps four per CPU.
    environment_variables = merge(var.environment, { THREADS = tostring(var.concurrency) })

    dynamic "secret_environment_variables" {
      for_each = var.secrets

      content {
        project_id = var.project_id
        key        = secret_environment_variables.key
        secret     = secret_environment_variables.value.name
        version    = secret_environment_variables.value.version
      }
    }
  }

  dynamic "event_trigger" {
    for_each = var.bucket_events == null ? [] : [var.bucket_events]

    content {
      event_type            = "google.cloud.storage.object.v1.finalized"
      trigger_region        = var.region
      service_account_email = event_trigger.value.account
      # Unset, a failed event is acknowledged and dropped.
      retry_policy = "RETRY_POLICY_RETRY"

      event_filters {
        attribute = "bucket"
        value     = event_trigger.value.bucket
      }
    }
  }
}
