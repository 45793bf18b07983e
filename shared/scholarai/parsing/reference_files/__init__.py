"""Files of references as programs exchange them: BibTeX, RIS and CSL-JSON."""
