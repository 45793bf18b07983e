output "address" {
  description = "IPv4 address of page and API."
  value       = google_compute_global_address.page.address
}
