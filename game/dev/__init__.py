"""Tools of development: benches and photographs.  Never imported by the product."""
