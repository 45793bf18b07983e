output "name" {
  description = "Name of the function, which its Cloud Run service shares."
  value       = google_cloudfunctions2_function.this.name
}

output "uri" {
  description = "Address of its Cloud Run service."
  value       = google_cloudfunctions2_function.this.service_config[0].uri
}
