"""What members, parameters, operations and schemas must not be called, so that clients need no other names for them."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PYTHON = _words(
    "False None True and as assert async await break class continue def del elif else except finally for from global if "
    "import in is lambda nonlocal not or pass raise return try while with yield"
)
TYPESCRIPT = _words(
    "async await break case catch class const continue debugger default delete do else "
    "enum export extends false finally for function if implements import in instanceof interface let new "
    "null package private protected public return static super switch this throw true "
    "try typeof undefined var void while with yield"
)
KOTLIN = _words(
    "as break class continue do else false for fun if in interface is null object package return super this throw true try "
    "typealias typeof val var when while"
)
SWIFT = _words(
    "Any Self as associatedtype await break case catch class continue default defer deinit do else enum extension "
    "fallthrough false fileprivate for func guard if import in init inout internal is let nil open operator precedencegroup "
    "private protocol public repeat rethrows return self static struct subscript super switch throw throws true try "
    "typealias var where while"
)
WORDS = PYTHON | TYPESCRIPT | KOTLIN | SWIFT

TYPES = _words(
    "Any Array BaseException Boolean Callable Date Dict Error Exception Function Iterable List Map Number Object Optional "
    "Promise Record Set String Symbol Tuple Type Union "
    "Array Bool Char Character Comparable Data Decimal Decodable Double Encodable Enum Equatable Float Hashable Int Long "
    "Never Nothing Pair Protocol Range Result Sequence Task Throwable URL UUID Unit Void"
)
"""Types of the languages themselves, Python and TypeScript first: nobody wants to ask which one is meant."""
