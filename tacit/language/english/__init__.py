"""The room for English: sentences, commands, kinds of text and lists of words.

Capabilities ask here and do not decide again. `sentences` cuts a text, `imperatives` says what is a command, `kinds`
what kind of text it is, `recognition` whether it is English at all; the lists of words stand in `wordlists/*.toml`,
each with its source.
"""

from tacit.language.english.recognition import ENOUGH_OF_A_STORY, looks_english

__all__ = ["ENOUGH_OF_A_STORY", "looks_english"]
