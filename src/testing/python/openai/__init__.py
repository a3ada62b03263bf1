"""A small stand-in for the official client, for tests on machines that have Python and not the client."""

import json
import urllib.error
import urllib.request

__version__ = "0.0.0"


class APIStatusError(Exception):
    pass


class Value:
    """A JSON object whose members are attributes, and which can be sent back as it came."""

    def __init__(self, members):
        self.members = members

    def __getattr__(self, name):
        return wrapped(self.members.get(name))


def wrapped(value):
    if isinstance(value, dict):
        return Value(value)
    return [wrapped(item) for item in value] if isinstance(value, list) else value


class Completions:
    def __init__(self, base_url, api_key):
        self.base_url = base_url
        self.api_key = api_key

    def create(self, stream=False, **members):
        body = json.dumps({**members, **({"stream": True} if stream else {})}, default=lambda value: value.members)
        headers = {
            "Authorization": "Bearer " + self.api_key,
            "Content-Type": "application/json",
            "User-Agent": "OpenAI/Python stand-in",
        }
        request = urllib.request.Request(self.base_url + "/chat/completions", body.encode(), headers)
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            raise APIStatusError("Error code: %d" % error.code) from None
        return chunks(answer) if stream else wrapped(json.load(answer))

    def parse(self, response_format, **members):
        schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
        wanted = {"name": response_format.__name__, "schema": schema, "strict": True}
        done = self.create(response_format={"type": "json_schema", "json_schema": wanted}, **members)
        message = done.members["choices"][0]["message"]
        message["parsed"] = json.loads(message["content"])
        return done


def chunks(answer):
    for line in answer:
        text = line.decode().strip()
        if text.startswith("data:") and text != "data: [DONE]":
            yield wrapped(json.loads(text[5:]))


class OpenAI:
    def __init__(self, base_url, api_key, max_retries):
        self.completions = Completions(base_url, api_key)

    @property
    def chat(self):
        return self
