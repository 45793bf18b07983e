bucket = "my-papers-production-terraform"
prefix = "scholarai"
