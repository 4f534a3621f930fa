"""Events from registration to admission: the book, their life, what is submitted, examined and decided."""
