"""What intake finds in reports: `code`, or `code/which` where a code is said in several ways."""

SENTENCES = {
    # the file as a whole
    "unreadable-file": "The file cannot be opened: {reason}.",
    "rating-list-sent": "The file is a rating list, not a report.",
    "unreadable-workbook/xls": "The file is a workbook in the old format of Excel (.xls), or one that a password protects.",
    "unreadable-workbook/ods": "The file is a workbook of OpenDocument (.ods).",
    "unreadable-workbook/spreadsheet-xml": "The file is a workbook in the old XML of Excel.",
    "unreadable-workbook/html": "The file is a page for a browser.",
    "more-findings": "{code}: {count:,} {count:~finding|findings} not listed.",
}
