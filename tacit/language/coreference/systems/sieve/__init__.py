"""The deterministic sieve (Lee et al. 2013): ten passes of rules, from the most precise to the least."""
