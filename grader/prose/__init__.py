"""The notebooks' own text in other languages: one English source, a translation for each cell.

`translations/zh_CN/01-graphs/1-recipes.md` holds the text, cell by cell, each with the mark of the
English cell that it was made from. From it and from the English release the translated release is
made. What has become stale is shown in English, and `grader translations` lists it.
docs/translating.md is for those who write the text.
"""
