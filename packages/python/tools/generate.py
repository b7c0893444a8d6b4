"""Writes the models and the REST operations of the package from the OpenAPI document of a service.

    python tools/generate.py openapi.json            writes models.py, _operations.py and _client.py
    python tools/generate.py openapi.json --check    only compares them, and exits with 1 if they differ

The document is `/v1/openapi.json` of a running service. Operations of operators and of signing in are left out, because
the package is for API keys and tokens; so are answers that are not JSON.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parent.parent / "src" / "jetwire"
LEFT_OUT = re.compile(r"^/v1/(operator|auth)/|^/v1/(openapi|asyncapi)\.json$")
NOT_OF_STREAMS = {"after", "before", "error_max", "first", "group", "include", "limit", "offset", "since", "until"}
"""Filters of `GET /v1/messages` that cannot be compared with a message as it comes."""
LEFT_OUT_PARAMETERS = {"case"}
"""The models have the names of one case."""
SUCCESS = ("200", "201", "202", "204")

HEADER = '''"""{about}

Written by tools/generate.py from the OpenAPI document: change that, not this file.
"""

from __future__ import annotations

'''


def snake(name: str) -> str:
    """`listMessages` as `list_messages`; a keyword of Python gets an underscore."""
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"\W|_", name))


def quoted(text: str, indent: str) -> list[str]:
    """A docstring of one or several lines."""
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    text = f"{text} " if text.endswith('"') else text
    if len(text) + len(indent) <= 112:
        return [f'{indent}"""{text}"""']
    lines = textwrap.wrap(text, 115 - len(indent), break_long_words=False, break_on_hyphens=False)
    return [f'{indent}"""{lines[0]}', *(indent + line for line in lines[1:]), f'{indent}"""']


def shape(schema: Any) -> str:
    """What a schema says, without its descriptions: schemas of one shape and name are one class."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(one) for key, one in value.items() if key not in ("description", "examples")}
        return [plain(one) for one in value] if isinstance(value, list) else value

    return json.dumps(plain(schema), sort_keys=True)


class Models:
    """The classes that the types of the document need."""

    def __init__(self, components: dict[str, Any]) -> None:
        self.schemas = components["schemas"]
        self.parameters = components.get("parameters", {})
        self.names: dict[str, str] = {}  # by shape
        self.written: dict[str, list[str]] = {}  # by name

    def type_of(self, schema: dict[str, Any], name: str) -> str:
        """The Python type of a schema. `name` is that of a class, if it needs one."""
        if "$ref" in schema:
            component = schema["$ref"].rsplit("/", 1)[1]
            return self.class_of(self.schemas[component], component)
        if "anyOf" in schema:
            return self.union(self.type_of(one, name) for one in schema["anyOf"])
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(map(repr, schema['enum']))}]"
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.union(self.type_of({**schema, "type": one}, name) for one in kind)
        if kind == "array":
            return f"list[{self.type_of(schema.get('items', {}), name)}]"
        if kind == "object":
            if schema.get("properties"):
                return self.class_of(schema, name)
            values = schema.get("additionalProperties")
            return f"dict[str, {self.type_of(values, name) if isinstance(values, dict) else 'Any'}]"
        plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        return plain.get(kind or "", "Any")

    @staticmethod
    def union(types: Any) -> str:
        parts = list(dict.fromkeys(part for one in types for part in one.split(" | ")))
        return " | ".join(sorted(parts, key=lambda part: part == "None"))

    def class_of(self, schema: dict[str, Any], name: str) -> str:
        known = self.names.get(key := shape(schema))
        if known is not None:
            return known
        taken, plain, number = set(self.names.values()), name, 1
        while name in taken:
            number += 1
            name = f"{plain}{number}"
        self.names[key] = name
        required = set(schema.get("required", ()))
        members = {
            member: (self.type_of(one, name + pascal(member)), one.get("description", ""), member in required)
            for member, one in schema["properties"].items()
        }
        self.written[name] = self.write(name, schema.get("description", ""), members)
        return name

    def write(self, name: str, about: str, members: dict[str, tuple[str, str, bool]]) -> list[str]:
        if any(keyword.iskeyword(member) or not member.isidentifier() for member in members):
            return self.write_by_call(name, members)
        optional = {member: one for member, one in members.items() if not one[2]}
        always = {member: one for member, one in members.items() if one[2]}
        lines: list[str] = []
        if always and optional:
            lines += [*self.write_class(f"_{name}", "TypedDict", always, ""), "", ""]
            return lines + self.write_class(name, f"_{name}, total=False", optional, about)
        return self.write_class(name, "TypedDict" if always else "TypedDict, total=False", members, about)

    @staticmethod
    def write_class(name: str, base: str, members: dict[str, tuple[str, str, bool]], about: str) -> list[str]:
        lines = [f"class {name}({base}):"]
        if about:
            lines += [*quoted(about, "    "), ""]
        for member, (kind, description, _) in members.items():
            lines.append(f"    {member}: {kind}")
            if description:
                lines += [*quoted(description, "    "), ""]
        return lines[:-1] if lines[-1] == "" else lines

    @staticmethod
    def write_by_call(name: str, members: dict[str, tuple[str, str, bool]]) -> list[str]:
        """For members that are keywords of Python: `in`, `from`."""
        if not all(required for _, _, required in members.values()):
            raise SystemExit(f"{name}: a member that is a keyword, and one that may be absent")
        pairs = [f'    "{member}": "{kind}",' for member, (kind, _, _) in members.items()]
        return [f'{name} = TypedDict("{name}", {{', *pairs, "})"]

    def text(self) -> str:
        about = "What the service answers and takes, as its OpenAPI document describes it."
        imports = (
            "from collections.abc import Sequence\n"
            "from datetime import datetime\n"
            "from typing import Any, Literal, TypedDict\n"
        )
        classes = "".join("\n\n" + "\n".join(lines) + "\n" for lines in self.written.values())
        return HEADER.format(about=about) + imports + classes


class Operation:
    """An endpoint of the document, as a method of the clients."""

    def __init__(self, path: str, method: str, described: dict[str, Any], models: Models) -> None:
        self.path, self.method = path, method.upper()
        self.name = snake(described["operationId"])
        title = pascal(described["operationId"])
        self.about = " ".join(f"{described['summary'].rstrip('.')}. {described.get('description', '')}".split())
        parameters = [
            models.parameters[one["$ref"].rsplit("/", 1)[1]] if "$ref" in one else one
            for one in described.get("parameters", [])
        ]
        self.in_path = {one["name"]: models.type_of(one["schema"], "") for one in parameters if one["in"] == "path"}
        query = [
            one
            for one in parameters
            if one["in"] == "query" and "x-alias-of" not in one and one["name"] not in LEFT_OUT_PARAMETERS
        ]
        self.required = {one["name"]: self.input_type(models, one) for one in query if one["required"]}
        optional = {
            snake(one["name"]): (self.input_type(models, one), one.get("description", ""), False)
            for one in query
            if not one["required"]
        }
        self.query = ""
        if described["operationId"] == "listMessages":
            of_streams = {name: one for name, one in optional.items() if name not in NOT_OF_STREAMS}
            about = "Selects the messages of a watch or of the firehose. Members are combined with AND."
            models.written["StreamFilter"] = models.write("StreamFilter", about, of_streams)
        if optional:
            self.query = models.names.get(key := shape({"query": optional}), f"{title}Query")
            if self.query not in models.written:
                models.names[key] = self.query
                models.written[self.query] = models.write(self.query, "", optional)
        content = described.get("requestBody", {}).get("content", {}).get("application/json")
        self.body = models.type_of(content["schema"], f"{title}Body") if content else ""
        self.needs_body = bool(described.get("requestBody", {}).get("required"))
        answer = next(described["responses"][one] for one in SUCCESS if one in described["responses"])
        schema = answer.get("content", {}).get("application/json", {}).get("schema")
        self.is_paged = "Link" in answer.get("headers", {})
        self.answer = models.type_of(schema, title) if schema else "None"

    @staticmethod
    def input_type(models: Models, parameter: dict[str, Any]) -> str:
        schema = parameter["schema"]
        kind = models.type_of(schema, "")
        kind = re.sub(r"^list\[(.*)\]$", r"Sequence[\1]", kind)
        return "str | datetime" if schema.get("format") == "date-time" else kind

    def write(self, prefix: str, iterator: str) -> list[str]:
        given = [f"{snake(name)}: {kind}" for name, kind in self.in_path.items()]
        named = [f"{snake(name)}: {kind}" for name, kind in self.required.items()]
        if self.body:
            named.append(f"body: {self.body}" + ("" if self.needs_body else " | None = None"))
        if self.is_paged:
            named += ["items_max: int | None = 1000", "on_page: OnPage | None = None"]
        arguments = ["self", *given, *(["*", *named] if named else [])]
        if self.query:
            arguments.append(f"**query: Unpack[models.{self.query}]")
        kinds = re.sub(r"\b(?=[A-Z]\w*\b)(?!Any\b|None\b|Literal\b|Sequence\b)", "models.", self.answer)
        if self.is_paged:
            head, returned = "    def", f"{iterator}[{kinds.removeprefix('list[').removesuffix(']')}]"
        else:
            head, returned = f"    {prefix}def", kinds
        arguments = [re.sub(rf"^body: {re.escape(self.body)}", f"body: models.{self.body}", one) for one in arguments]
        path = re.sub(r"\{(\w+)\}", lambda name: "{part(" + snake(name[1]) + ")}", self.path)
        address = f'f"{path}"' if self.in_path else f'"{path}"'
        sent = ", ".join(f'"{name}": {snake(name)}' for name in self.required)
        query = f"{{{sent}}}" if not self.query else f"{{{sent}, **query}}" if sent else "query"
        call = f'self._call("{self.method}", {address}, {query}{", body" if self.body else ""})'
        if self.is_paged:
            call = f"self._pages({address}, {query}, items_max, on_page)"
        elif prefix:
            call = f"await {call}"
        return [
            f"{head} {self.name}(",
            *(f"        {one}," for one in arguments),
            f"    ) -> {returned}:",
            *quoted(self.about, "        "),
            f"        {call}" if self.answer == "None" else f"        return {call}",
        ]


def operations_of(document: dict[str, Any], models: Models) -> list[Operation]:
    operations = []
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            security = described.get("security", [])
            takes_keys = any("apiKey" in one for one in security) or (security == [] and method == "get")
            answer = next(described["responses"][one] for one in SUCCESS if one in described["responses"])
            is_json = "application/json" in answer.get("content", {"application/json": None})
            if path.startswith("/v1/") and takes_keys and is_json and not LEFT_OUT.match(path):
                operations.append(Operation(path, method, described, models))
    return operations


def operations_text(operations: list[Operation]) -> str:
    head = HEADER.format(about="The REST interface: a method for each endpoint, named by its `operationId`.") + (
        '# mypy: disable-error-code="no-any-return"\n\n'
        "from collections.abc import AsyncIterator, Iterator, Mapping, Sequence\n"
        "from datetime import datetime\n"
        "from typing import TYPE_CHECKING, Any, Literal\n\n"
        "from . import models\nfrom ._request import OnPage, part\n\n"
        "if TYPE_CHECKING:\n    from typing_extensions import Unpack\n"
    )
    sync = ["class Operations:", '    """The endpoints, for programs without asyncio."""', "", *CALLS]
    asynchronous = ["class AsyncOperations:", '    """The endpoints, for programs with asyncio."""', "", *ASYNC_CALLS]
    for one in operations:
        sync += ["", *one.write("", "Iterator")]
        asynchronous += ["", *one.write("async ", "AsyncIterator")]
    return head + "\n\n" + "\n".join(sync) + "\n\n\n" + "\n".join(asynchronous) + "\n"


CALLS = [
    "    def _call(self, method: str, path: str, query: Mapping[str, Any], body: Any = None) -> Any:",
    "        raise NotImplementedError",
    "",
    "    def _pages(",
    "        self, path: str, query: Mapping[str, Any], items_max: int | None, on_page: OnPage | None",
    "    ) -> Iterator[Any]:",
    "        raise NotImplementedError",
]
ASYNC_CALLS = [line.replace("def _call", "async def _call").replace("Iterator", "AsyncIterator") for line in CALLS]


WITHOUT_ASYNCIO = (
    (r'^"""The client for programs with asyncio.*"""$', '"""The client for programs without asyncio."""'),
    (r"^.*  # async only\n", ""),
    (r"# sync only: ", ""),
    (r"^import asyncio$", "import time"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"AsyncPositionStore \| |AsyncPositionStore, |Awaitable, | \| Awaitable\[str\]|Awaitable\[None\] \| ", ""),
    (r"AsyncGenerator\[(\w+), None\]", r"Generator[\1, None, None]"),
    (r"import AsyncGenerator, AsyncIterator, Callable", "import Callable, Generator, Iterator"),
    (r"\bAsync(?=[A-Z])|\basync |\bawait |\basync(?=contextmanager)", ""),
    (r"\ba(?=close|read|iter_raw)|(?<=__)a(?=enter|exit|iter)", ""),
    (r"^( +)for item in items:\n +yield item$", r"\1yield from items"),
)
"""What makes the client without asyncio from the one with it, as patterns of lines."""


def client_text() -> str:
    text = (SOURCE / "_async_client.py").read_text()
    for pattern, replacement in WITHOUT_ASYNCIO:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    return text.replace('asyncio."""\n', 'asyncio. Written by tools/generate.py from `_async_client.py`."""\n', 1)


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    document = json.loads(Path(arguments[0]).read_text())
    models = Models(document["components"])
    for name in ("Message", "Problem"):
        models.class_of(models.schemas[name], name)
    operations = operations_of(document, models)
    status = 0
    texts = {
        "models.py": models.text(),
        "_operations.py": operations_text(operations),
        "_client.py": client_text(),
    }
    for name, text in texts.items():
        path = SOURCE / name
        if arguments[1:] and (not path.exists() or path.read_text() != text):
            print(f"{path.name} is not what tools/generate.py writes", file=sys.stderr)
            status = 1
        elif not arguments[1:]:
            path.write_text(text)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
