"""Is a metric any good? Its correlation with the mistakes that people found."""

from factcheck.scoring.validation.correlation import Correlation
from factcheck.scoring.validation.validate import Row, Validation, validate

__all__ = ["Correlation", "Row", "Validation", "validate"]
