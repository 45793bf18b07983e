bucket = "my-papers-trial-terraform"
prefix = "scholarai"
