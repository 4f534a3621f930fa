"""Options that several verbs share: a verb takes a group of them as one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, update_wrapper
from inspect import Parameter, Signature, signature
from typing import Any

from arpad.frozen import dataclass


@dataclass(frozen=True)
class OptionGroup:
    """Options by name, each with its type and its default; `read` turns their values into one."""

    read: Callable[..., Any]
    options: Mapping[str, tuple[Any, Any]]

    def parameters(self) -> list[Parameter]:
        return [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)
            for name, (annotation, default) in self.options.items()
        ]


class GroupedVerb:
    """A verb as Typer sees it: an argument annotated with a group stands for the options of the group.

    A group that is given as `shared` stands for the first argument of the verb, and its options are the last. The
    signature is put together only when somebody asks for it.
    """

    def __init__(self, verb: Callable[..., None], shared: OptionGroup | None = None) -> None:
        update_wrapper(self, verb)
        self.__annotations__: dict[str, Any] = {}  # those of the signature hold
        self._verb, self._shared = verb, shared

    @cached_property
    def _own(self) -> dict[str, Parameter]:
        parameters = dict(signature(self._verb, eval_str=True).parameters)
        if self._shared is not None:
            del parameters[next(iter(parameters))]
        return parameters

    @property
    def __signature__(self) -> Signature:
        parameters: list[Parameter] = []
        for parameter in self._own.values():
            group = _group_of(parameter)
            parameters += [parameter] if group is None else group.parameters()
        return Signature(parameters + (self._shared.parameters() if self._shared is not None else []))

    def __call__(self, **values: Any) -> None:
        def read(group: OptionGroup) -> Any:
            return group.read(**{name: values.pop(name) for name in group.options})

        first = [] if self._shared is None else [read(self._shared)]
        groups = {name: group for name, own in self._own.items() if (group := _group_of(own)) is not None}
        self._verb(*first, **{name: read(group) for name, group in groups.items()}, **values)


def _group_of(parameter: Parameter) -> OptionGroup | None:
    metadata = getattr(parameter.annotation, "__metadata__", ())
    return next((each for each in metadata if isinstance(each, OptionGroup)), None)
