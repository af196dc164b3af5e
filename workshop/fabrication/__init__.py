"""Makes what a board is built from: templates, drawings, parts and circuits."""
