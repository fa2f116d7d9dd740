"""The table's entries, one module a family, and the functions that users call beside them."""
