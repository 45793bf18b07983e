# Exact versions: this repository holds no lock file, since its checks run without a registry (see README.md).
terraform {
  required_version = ">= 1.9, < 2.0"

  required_providers {
    google = {
      source  = "hashicorp/google"
      version = "8.7.0"
    }
    # For google_project_service_identity alone, which the other provider lacks.
    google-beta = {
      source  = "hashicorp/google-beta"
      version = "8.7.0"
    }
    time = {
      source  = "hashicorp/time"
      version = "0.14.2"
    }
  }
}

provider "google" {
  project = var.project_id
  region  = var.region
}

provider "google-beta" {
  project = var.project_id
  region  = var.region
}

# Some APIs (Identity Platform, API keys, budgets) refuse a person's credentials unless a project pays for the call.
provider "google" {
  alias                 = "billed"
  project               = var.project_id
  region                = var.region
  billing_project       = var.project_id
  user_project_override = true
}
