"""Building boards from the data that draws them: templates, drawings, parts, circuits."""
