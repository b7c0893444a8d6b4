"""What can go wrong, as exceptions."""

from __future__ import annotations

from typing import Any, cast

from .models import Problem


class JetwireError(Exception):
    """The base of all exceptions of this package."""


class RestError(JetwireError):
    """The service answered with an error, or did not answer.

    There is a class for each code of a problem; a service of a later release may have codes without one.
    """

    status: int
    """HTTP status; 0 if there was no answer in time."""
    problem: Problem | None
    """The problem document (RFC 9457); None if the answer had none."""
    retry_after: float | None
    """The wait that `Retry-After` asks for, in seconds; None without it."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        problem: Problem | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.problem = problem
        self.retry_after = retry_after

    @property
    def code(self) -> str | None:
        """The code of the problem, for example `not_found`."""
        return self.problem["code"] if self.problem is not None else None

    @property
    def fields(self) -> dict[str, str]:
        """The fields that are wrong, and what is wrong with each; empty if the problem names none."""
        errors = self.problem.get("errors", []) if self.problem is not None else []
        return {error["field"]: error["message"] for error in errors}


class NoAnswerError(RestError):
    """There was no connection, or no answer in time."""


class InvalidRequestError(RestError):
    """A parameter or the body is wrong; `fields` names it."""


class UnauthorizedError(RestError):
    """The API key or token is missing, wrong or revoked."""


class ForbiddenError(RestError):
    """The credential is valid, but not for this."""


class NotFoundError(RestError):
    """It does not exist, or may not be seen."""


class GoneError(RestError):
    """It existed, and was removed."""


class ConflictError(RestError):
    """It contradicts what is there."""


class RateLimitedError(RestError):
    """Too many requests or connections; `retry_after` says when to come again."""


class UnavailableError(RestError):
    """The service cannot answer for the moment."""


class InternalError(RestError):
    """The service failed. Report it to the operator with `problem["requestId"]`."""


class StreamEndedError(JetwireError):
    """The service ended a stream for good: the next request would be refused as well."""

    reason: str

    def __init__(self, reason: str) -> None:
        super().__init__(f"The service ended the stream: {reason}")
        self.reason = reason


BY_CODE: dict[str, type[RestError]] = {
    "invalid_request": InvalidRequestError,
    "unauthorized": UnauthorizedError,
    "forbidden": ForbiddenError,
    "sign_in_again": ForbiddenError,
    "https_required": ForbiddenError,
    "not_found": NotFoundError,
    "method_not_allowed": InvalidRequestError,
    "payload_too_large": InvalidRequestError,
    "unsupported_media_type": InvalidRequestError,
    "range_not_satisfiable": InvalidRequestError,
    "gone": GoneError,
    "conflict": ConflictError,
    "rate_limited": RateLimitedError,
    "unavailable": UnavailableError,
    "internal": InternalError,
}


def error_of(status: int, body: Any, retry_after: float | None) -> RestError:
    """Returns the exception for an answer, whatever its body is."""
    is_problem = isinstance(body, dict) and isinstance(body.get("code"), str) and isinstance(body.get("message"), str)
    problem = cast(Problem, body) if is_problem else None
    if problem is None:
        kind = RateLimitedError if status == 429 else UnavailableError if status >= 502 else RestError
        return kind(f"The service answered {status}", status=status, retry_after=retry_after)
    return BY_CODE.get(problem["code"], RestError)(
        problem["message"], status=status, problem=problem, retry_after=retry_after
    )
