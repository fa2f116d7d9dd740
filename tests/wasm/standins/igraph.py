"""Stands for igraph, which Pyodide has and this Python has not: rows keep the order they are given."""


class Graph:
    """As much of `igraph.Graph` as the drawings use."""

    def __init__(self, n, edges, directed):
        self.after = [[] for _ in range(n)]
        self.before = [0] * n
        for source, target in edges:
            self.after[source].append(target)
            self.before[target] += 1
        self.edges = list(edges)

    def topological_sorting(self):
        """The nodes that no cycle holds up, each after those that lead to it."""
        waiting, order = list(self.before), []
        ready = [node for node, count in enumerate(waiting) if not count]
        while ready:
            order.append(ready.pop())
            for target in self.after[order[-1]]:
                waiting[target] -= 1
                if not waiting[target]:
                    ready.append(target)
        return order

    def is_dag(self):
        """Whether there is no cycle."""
        return len(self.topological_sorting()) == len(self.after)

    def feedback_arc_set(self, method):
        """The edges that go back in the order of the nodes: without them there is no cycle."""
        return [n for n, (source, target) in enumerate(self.edges) if source >= target]

    def get_adjlist(self, mode):
        """The nodes that each leads to."""
        return self.after

    def degree(self, node, mode):
        """How many edges lead to a node."""
        return self.before[node]

    def layout_sugiyama(self, layers, maxiter):
        """A column for each node, and its row."""
        return [(float(number), row) for number, row in enumerate(layers)]
