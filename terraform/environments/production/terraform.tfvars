project_id      = "my-papers"
domain          = "papers.example.org"
alert_emails    = ["me@example.org"]
billing_account = "012345-6789AB-CDEF01"
labels          = { environment = "production" }

# Lets .github/workflows/deploy.yml of this repository apply, in its environment production.
github_repository = "ours/scholarai"

# Once Google has raised the project's quotas of Cloud Run:
# run_quota      = { cpus = 100, memory_gib = 200 }
# most_instances = { status = 5, chat = 20, extract = 20, review = 5 }
