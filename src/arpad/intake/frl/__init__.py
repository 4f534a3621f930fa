"""Rating lists as FIDE publishes them: text, XML and zip, read and written."""
