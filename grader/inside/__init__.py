"""What runs in the sandbox beside the student's cells: the template, its confinements, the shell.

A *template* is a process that has imported everything and run nothing. For each submission it forks a
*child* into a separate *confinement* (namespaces, limits, a system call filter), in which a *shell* runs the
cells. Nothing here knows exercises, answers or verdicts; a student may read all of it.
"""
