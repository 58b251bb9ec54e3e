"""Where does a story stop making sense?"""
