"""The parts of the crash sweep: papers to extract, stores to extract them into, workers that kill themselves."""
