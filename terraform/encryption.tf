variable "kms_key" {
  description = "Key of yours in Cloud KMS, in the region, that encrypts papers, database and messages: projects/…/locations/…/keyRings/…/cryptoKeys/…. Empty: Google's own keys. A database takes it when it is made, and never another one."
  type        = string
  default     = ""

  validation {
    condition     = var.kms_key == "" || can(regex("^projects/[^/]+/locations/${var.region}/keyRings/[^/]+/cryptoKeys/[^/]+$", var.kms_key))
    error_message = "kms_key must be the full name of a key in the region of everything else."
  }
}

locals {
  encrypted = var.kms_key != ""
  # Who encrypts: Google's own accounts, each for its service.
  encryptors = local.encrypted ? {
    storage   = data.google_storage_project_service_account.storage.member
    pubsub    = google_project_service_identity.agent["pubsub.googleapis.com"].member
    firestore = google_project_service_identity.firestore[0].member
  } : {}
  # Known once the grants have spread, so that nothing is encrypted before.
  kms_key = one(time_sleep.key[*].triggers.key)
}

resource "google_project_service_identity" "firestore" {
  provider = google-beta
  count    = local.encrypted ? 1 : 0

  service = "firestore.googleapis.com"

  depends_on = [time_sleep.apis]
}

resource "google_kms_crypto_key_iam_member" "encrypts" {
  for_each = local.encryptors

  crypto_key_id = var.kms_key
  role          = "roles/cloudkms.cryptoKeyEncrypterDecrypter"
  member        = each.value
}

resource "time_sleep" "key" {
  count = local.encrypted ? 1 : 0

  create_duration = "90s"
  triggers        = { key = var.kms_key }

  depends_on = [google_kms_crypto_key_iam_member.encrypts]
}
