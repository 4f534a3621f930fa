"""Templates with their words in them: a sentence without fields is put into a template when it is read, not each time
that a page is made."""

from __future__ import annotations

from jinja2 import Environment, nodes
from jinja2.visitor import NodeTransformer

from arpad.messages import BRACE, sentences

SAYS = "t"  # what a template calls for a sentence


class _Worded(NodeTransformer):
    """Puts sentences in the place of calls that always say the same."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        match node:
            case nodes.Call(node=nodes.Name(name=name), args=[nodes.Const(value=str(message))], kwargs=[]):
                sentence = sentences().get(message, BRACE)
                if name == SAYS and BRACE not in sentence:
                    return nodes.Const(sentence, lineno=node.lineno)
        return node


class WordedEnvironment(Environment):
    """Reads templates with the words in them."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: nodes.Template = _Worded().visit(super()._parse(source, name, filename))
        return template
