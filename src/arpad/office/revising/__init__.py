"""Private: cases, the lists made again, what differs, and how it is told. The desk is `office.revisions`."""
