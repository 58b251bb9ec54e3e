"""What commands share: where words go, options, tables, bars."""
