"""Providers' schemas served to a real Terraform, so that it checks our files without a registry and without a cloud."""
