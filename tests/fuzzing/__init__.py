"""Damaged and hostile graphs and files by the thousand: none may crash, hang, or flood the memory."""
