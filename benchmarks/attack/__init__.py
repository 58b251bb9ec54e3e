"""Attacks on everything that tacit opens, writes or answers: `make hostile`, or `python -m benchmarks.attack`.

Each attack tries for its share of the time, then says how often it tried and what happened:

crashed   an exception that is no sentence, an exit code other than 0 and 2, a process that died, an answer of 500
hung      longer than `HANG` seconds of work, or several times that on the clock
lost      what was there before is neither there nor replaced by something whole; a resumed command gives other bytes
leaked    something came out that must not: files beside the place, much of the input in a
          message, a traceback or a token in an answer, an answer without the token, a process that outlives its parent
"""
