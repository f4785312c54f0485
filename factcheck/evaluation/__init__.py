"""SQL of rules, run over the rows of the games at hand in memory: planning it costs more."""
