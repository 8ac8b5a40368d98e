"""The tests of `queji hil`: for any table, real or virtual."""
