"""Many tables on one page: tables publish to a broker, and a hub shows what is published there."""
