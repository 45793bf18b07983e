locals {
  # Places in an index are part of its identity, names of fields are what a reader knows it by.
  composite_indexes = {
    for index in local.indexes.indexes :
    join(" ", concat([index.collectionGroup], [for field in index.fields : field.fieldPath])) => index
  }
  fields = {
    for field in local.indexes.fieldOverrides : "${field.collectionGroup} ${field.fieldPath}" => field
  }
}

resource "google_firestore_database" "papers" {
  name        = var.name
  location_id = var.region
  type        = "FIRESTORE_NATIVE"

  # Point-in-time recovery: any minute of the last seven days (docs/operations.md).
  point_in_time_recovery_enablement = "POINT_IN_TIME_RECOVERY_ENABLED"
  delete_protection_state           = var.protect_data ? "DELETE_PROTECTION_ENABLED" : "DELETE_PROTECTION_DISABLED"
  deletion_policy                   = var.protect_data ? "ABANDON" : "DELETE"

  dynamic "cmek_config" {
    for_each = local.kms_key[*]

    content {
      kms_key_name = cmek_config.value
    }
  }

  depends_on = [time_sleep.apis]
}

resource "google_firestore_backup_schedule" "daily" {
  database = google_firestore_database.papers.name
  # Two weeks.
  retention = "1209600s"

  daily_recurrence {}
}

resource "google_firestore_index" "composite" {
  for_each = local.composite_indexes

  database    = google_firestore_database.papers.name
  collection  = each.value.collectionGroup
  query_scope = each.value.queryScope

  dynamic "fields" {
    for_each = each.value.fields

    content {
      field_path   = fields.value.fieldPath
      order        = lookup(fields.value, "order", null)
      array_config = lookup(fields.value, "arrayConfig", null)

      dynamic "vector_config" {
        for_each = contains(keys(fields.value), "vectorConfig") ? [1] : []

        content {
          dimension = var.embedding_dimensions
          flat {}
        }
      }
    }
  }

  # The usual twenty minutes are enough for an empty database alone; an index that is given up on is made all over again.
  timeouts {
    create = "12h"
  }

  # Vectors of another length have another index: the old one serves until then.
  lifecycle {
    create_before_destroy = true
  }
}

# Without an index of their own: fields that no query names, above all long texts and vectors.
resource "google_firestore_field" "exempt" {
  for_each = local.fields

  database   = google_firestore_database.papers.name
  collection = each.value.collectionGroup
  field      = each.value.fieldPath

  index_config {}

  dynamic "ttl_config" {
    for_each = lookup(each.value, "ttl", false) ? [1] : []
    content {}
  }
}
