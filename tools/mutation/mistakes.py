"""The mistakes that are made: one small change to one place within a function.

Text for people is left alone: docstrings, annotations, texts to translate, log lines, texts of
exceptions. So are `assert`s, which only inform the type checker.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import CodeType

# A node, the name of one of its fields, and the index if that field is a list.
Place = tuple[ast.AST, str, int | None]

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
WITHOUT_EFFECT = ("strip", "lstrip", "rstrip", "lower", "casefold", "upper")
WORDS = ("_", "N_", "ngettext", "pgettext", "log", "logger", "cast", "TypeVar")
# Keyword arguments that are left alone: their default makes no difference here, or they are mere
# guards.
UNNOTICED = ("encoding", "strict", "daemon")
LEFT_OUT = ("annotation", "returns", "decorator_list", "args", "format_spec", "type_comment")


@dataclass(frozen=True)
class Mistake:
    """One change; `number` counts the changes of its file."""

    path: str
    number: int
    # The lines of the statement; only those of its head if it contains other statements.
    lines: tuple[int, ...]
    # Name and first line of the outermost function, as in its code object.
    function: tuple[str, int]
    words: str

    @property
    def name(self) -> str:
        return f"{self.path}:{self.lines[0]} {self.words}"


def mistakes_in(path: str, text: str) -> list[Mistake]:
    """Return every mistake that can be made in the functions of a file."""
    return [
        Mistake(path, number, change.lines, change.function, change.words)
        for number, change in enumerate(_changes(ast.parse(text)))
    ]


def with_mistake(mistake: Mistake, text: str, path: Path) -> CodeType | None:
    """Return the code of the function with the mistake; None if its bytecode is unchanged."""
    original = _function_in(compile(text, path, "exec", dont_inherit=True), mistake.function)
    tree = ast.parse(text)
    next(islice(_changes(tree), mistake.number, None)).make()
    ast.fix_missing_locations(tree)
    mistaken = _function_in(compile(tree, path, "exec", dont_inherit=True), mistake.function)
    return None if mistaken is None or mistaken == original else mistaken


def _function_in(code: CodeType, function: tuple[str, int]) -> CodeType | None:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if (inner.co_name, inner.co_firstlineno) == function:
                return inner
            if (found := _function_in(inner, function)) is not None:
                return found
    return None


@dataclass(frozen=True)
class _Change:
    function: tuple[str, int]
    lines: tuple[int, ...]
    place: Place
    old: ast.AST
    new: ast.AST

    @property
    def words(self) -> str:
        return f"`{_short(self.old)}` -> `{_short(self.new)}`"

    def make(self) -> None:
        owner, field, index = self.place
        if index is None:
            setattr(owner, field, self.new)
        else:
            getattr(owner, field)[index] = self.new


def _changes(tree: ast.Module) -> Iterator[_Change]:
    for function in _outermost_functions(tree):
        first = min(node.lineno for node in (function, *function.decorator_list))
        for body, index in _statements(function.body):
            lines = _lines_of(body[index])
            for place, node in _within(body, index):
                for new in _variants(node):
                    ast.copy_location(new, node)
                    yield _Change((function.name, first), lines, place, node, new)


def _outermost_functions(
    node: ast.AST,
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child
        elif not isinstance(child, ast.expr):
            yield from _outermost_functions(child)


def _statements(body: list[ast.stmt]) -> Iterator[tuple[list[ast.stmt], int]]:
    """Yield every statement, including nested ones, as a list and an index in it."""
    for index, statement in enumerate(body):
        yield body, index
        for inner in _bodies(statement):
            yield from _statements(inner)


def _bodies(statement: ast.AST) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        if isinstance(inner := getattr(statement, field, None), list):
            yield inner
    for field in ("handlers", "cases"):
        for part in getattr(statement, field, ()):
            yield part.body


def _lines_of(statement: ast.stmt) -> tuple[int, ...]:
    starts = [body[0].lineno for body in _bodies(statement) if body]
    last = max(statement.lineno, min(starts) - 1) if starts else statement.end_lineno
    return tuple(range(statement.lineno, (last or statement.lineno) + 1))


def _within(body: list[ast.stmt], index: int) -> Iterator[tuple[Place, ast.AST]]:
    """Yield the place and node of each part of a statement, except for nested statements."""
    statement = body[index]
    if isinstance(statement, ast.Assert | ast.Import | ast.ImportFrom):
        return
    holder = _Holder(body)
    yield (holder, "body", index), statement
    yield from _inside(statement, in_raise=isinstance(statement, ast.Raise))


class _Holder(ast.AST):
    """A node that holds a list of statements, so that it can be changed like any field."""

    def __init__(self, body: list[ast.stmt]) -> None:
        self.body = body


def _inside(node: ast.AST, *, in_raise: bool) -> Iterator[tuple[Place, ast.AST]]:
    if isinstance(node, ast.Call) and _called(node) in WORDS:
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    for field, value in ast.iter_fields(node):
        is_call = isinstance(node, ast.Call)
        if field in LEFT_OUT and not (is_call and field == "args"):
            continue
        parts = value if isinstance(value, list) else [value]
        for index, part in enumerate(parts):
            if not isinstance(part, ast.AST) or isinstance(part, ast.stmt | ast.ExceptHandler):
                continue
            if in_raise and _is_text(part):
                continue
            if isinstance(part, ast.keyword) and part.arg in UNNOTICED:
                continue
            yield (node, field, index if isinstance(value, list) else None), part
            yield from _inside(part, in_raise=in_raise)


def _called(call: ast.Call) -> str:
    target = call.func
    if isinstance(target, ast.Attribute):
        target = target.value if isinstance(target.value, ast.Name) else target
    return target.id if isinstance(target, ast.Name) else ""


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _short(node: ast.AST) -> str:
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    if isinstance(node, ast.comprehension):
        return " ".join(ast.unparse(node).split())
    return " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())[:120]


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    for kind, vary in VARIANTS.items():
        if isinstance(node, kind):
            yield from vary(node)


def _comparison(node: ast.Compare) -> Iterator[ast.AST]:
    for number, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            new = copy.copy(node)
            new.ops = [*node.ops[:number], other(), *node.ops[number + 1 :]]
            yield new


def _both(node: ast.BoolOp) -> Iterator[ast.AST]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield ast.BoolOp(other, node.values)
    for number in range(len(node.values)):
        left = node.values[:number] + node.values[number + 1 :]
        yield ast.BoolOp(node.op, left) if len(left) > 1 else left[0]


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub):
        yield node.operand


def _arithmetic(node: ast.BinOp) -> Iterator[ast.AST]:
    if not (_is_text(node.left) or _is_text(node.right)) and type(node.op) in OPERATORS:
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)


def _added(node: ast.AugAssign) -> Iterator[ast.AST]:
    if type(node.op) in OPERATORS:
        yield ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
    elif isinstance(value, float):
        yield ast.Constant(2 * value if value else 1.0)
    elif isinstance(value, str):
        yield ast.Constant("XX" + value)


def _condition(node: ast.If | ast.While | ast.IfExp) -> Iterator[ast.AST]:
    # Comparisons and `not` have variants of their own.
    if not isinstance(node.test, ast.Compare | ast.UnaryOp):
        new = copy.copy(node)
        new.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        yield new


def _comprehension(node: ast.comprehension) -> Iterator[ast.AST]:
    for number in range(len(node.ifs)):
        new = copy.copy(node)
        new.ifs = node.ifs[:number] + node.ifs[number + 1 :]
        yield new


def _left_out(node: ast.stmt) -> Iterator[ast.AST]:
    call = node.value if isinstance(node, ast.Expr) else None
    calls = isinstance(call, ast.Call) and _called(call) not in WORDS
    keeps = isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple)
    ends = isinstance(node, ast.Raise) or (isinstance(node, ast.Return) and node.value is None)
    if calls or keeps or ends:
        yield ast.Pass()


def _break(_node: ast.Break) -> Iterator[ast.AST]:
    yield ast.Continue()


def _continue(_node: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


def _call(node: ast.Call) -> Iterator[ast.AST]:
    for number, keyword in enumerate(node.keywords):
        if keyword.arg and keyword.arg not in UNNOTICED:
            left = node.keywords[:number] + node.keywords[number + 1 :]
            yield ast.Call(node.func, node.args, left)
    if isinstance(node.func, ast.Name) and node.func.id in OTHER_NAMES:
        yield ast.Call(ast.Name(OTHER_NAMES[node.func.id], ast.Load()), node.args, node.keywords)
    if isinstance(node.func, ast.Attribute) and node.func.attr in WITHOUT_EFFECT:
        yield node.func.value


VARIANTS: dict[type | tuple[type, ...], Callable[..., Iterator[ast.AST]]] = {
    ast.Compare: _comparison,
    ast.BoolOp: _both,
    ast.UnaryOp: _unary,
    ast.BinOp: _arithmetic,
    ast.AugAssign: _added,
    ast.Constant: _constant,
    (ast.If, ast.While, ast.IfExp): _condition,
    ast.comprehension: _comprehension,
    (ast.Expr, ast.Assign, ast.Raise, ast.Return): _left_out,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Call: _call,
}
