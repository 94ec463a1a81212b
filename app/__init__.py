"""What a person touches: the `faqdesk` command and the Streamlit screens."""
