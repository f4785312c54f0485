"""From patterns that matched to mistakes: claims, their verification, the reading chosen.

A folder for each step, in this order; each imports only those before it: ``readings``,
``quantities``, ``matching``, ``course``, ``verification``, ``facts``, ``excuses``,
``explanations``, ``decision``, ``reports``.
"""
