"""What an office published, as plain files that anybody can read and make again: no database, no office.

    chapter.py     a list with everything it was made from and everything it gave: tables and a head
    tablefile.py   a table as a file of lines, and back
    parquet.py     a table as a Parquet file, and back
    pseudonyms.py  players and events under other numbers, anew for each export
    tree.py        one hash over the lines of a file, so that a line can be shown alone
    contents.py    which files there are, and their hashes: the table of contents
    chain.py       the log of an office as hashes, entry by entry; a few entries opened
    checkpoint.py  what an office says of its log, and whether it signed it
    library.py     a directory of all this, written and opened
    birthdays.py   K that depends on a birthday which nobody is told
    remaking.py    a list made again out of its chapter and those before
    verifying.py   everything asked at once
    singleline.py  what one player's line was, and that it was so, in a small file

An office writes it (`office/proving/write_bundle.py`). To read it takes the law it carries, and nothing else.
"""
