# For everybody who wants to see it run: no domain, no fixed cost (README.md, “Trial”).
project_id   = "my-papers-trial"
alert_emails = ["me@example.org"]
trial        = true
labels       = { environment = "trial" }

# No exception from organization policies is needed; README.md, “Without exceptions”, has the command that goes with it.
# grant_everybody = false
