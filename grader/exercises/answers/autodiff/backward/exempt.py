# %% autodiff/backward exempt *
# remembers-results
# changes-its-input
#     the slopes of the same nodes are always the same; who keeps the nodes is not said
