import json
import re


def leaf(n):
    return sum(i * i for i in range(n))


def middle(n):
    text = json.dumps([{"a": i, "b": str(i)} for i in range(200)])
    return leaf(n) + len(re.findall("[0-9]+", text)) + len(json.loads(text))


def outer(n):
    return middle(n) + len(sorted(range(500), key=lambda i: -i))


while True:
    outer(2000)
