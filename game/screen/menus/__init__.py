"""The scenes: one module each.  A scene imports another only inside the function that opens it."""
