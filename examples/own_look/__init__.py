"""An example of a look of your own, with the script that drew it."""
