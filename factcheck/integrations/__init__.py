"""factcheck in other people's pipelines: spaCy and Hugging Face.

Neither module is imported here: spaCy finds its factories by their entry points, and
:mod:`factcheck.integrations.huggingface` needs no library of Hugging Face.
"""
