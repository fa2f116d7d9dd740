"""What an answer acts on, in a process of its own: the witness.

The *witness* runs the probe. The answer stays in the student's *kernel*, and each calls the other over a
socket: the witness calls the answer, and what the answer does to a session that it was given, or opens,
is done in the witness. Graphs are in both processes, and each tells the other what was added to them.
"""
