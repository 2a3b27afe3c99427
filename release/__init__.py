"""Making a release: ``make release`` builds, checks and tries everything that is published; see ``docs/releasing.md``."""
