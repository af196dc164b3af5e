"""Events of the rules become movements.  Pure: nothing draws or waits."""
