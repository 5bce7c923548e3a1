"""The sites of data/quality, one module each, of different make; `kit` has what they share."""
