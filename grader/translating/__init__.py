"""Maintains the catalogues of `grader.languages`, for those who change or translate strings.

    python -m grader.translating update [DOMAIN ...]   # collect strings, keep translations, compile
    python -m grader.translating check [DOMAIN ...]    # say what is missing or differs
    python -m grader.translating add LANGUAGE          # empty catalogues for another language

A domain is a chapter's short name ("graphs"), "pictures", or "grader" (all other code).
"""
