output "url" {
  description = "Where page and API are; with a domain, once it points at `address` and the certificate is made (up to an hour)."
  value       = local.origin
}

output "address" {
  description = "IPv4 address for the domain's A record; null in a trial."
  value       = one(module.front[*].address)
}

output "papers_bucket" {
  description = "Bucket of the papers."
  value       = google_storage_bucket.papers.name
}

output "database" {
  description = "Firestore database."
  value       = google_firestore_database.papers.name
}

output "events_topic" {
  description = "Topic that announces each paper that was read or has failed; subscribe to it to follow along."
  value       = google_pubsub_topic.topic["events"].id
}

output "dead_letter_subscriptions" {
  description = "Where given-up work waits for a person."
  value       = concat([google_pubsub_subscription.failures.id], [for subscription in google_pubsub_subscription.dead : subscription.id])
}

output "function_accounts" {
  description = "Account of each function, to give rights elsewhere."
  value       = { for name, account in google_service_account.function : name => account.email }
}

output "page_key" {
  description = "Identity Platform key of the page; public, it names the project and works from the page alone."
  value       = google_apikeys_key.page.key_string
  sensitive   = true
}

output "settings" {
  description = "The functions' settings for an operator's shell: eval \"$(terraform output -raw settings)\" before a command of docs/operations.md."
  value = join("\n", concat(
    [for name, value in merge(local.environment, local.vertex_environment) : "export ${name}='${replace(value, "'", "'\\''")}'"],
    [for name, secret in local.model_secrets : "export ${name}=\"$(gcloud secrets versions access ${secret.version} --secret=${secret.name} --project=${var.project_id})\""],
  ))
}
