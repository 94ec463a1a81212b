"""The subcommands of `faqdesk`, by what they are about."""
