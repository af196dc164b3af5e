"""The scenes of the menus, one module each."""
