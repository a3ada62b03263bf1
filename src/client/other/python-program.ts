/**
 * The Python program: it performs one use of the client, given as JSON on standard input. It writes JSON to
 * standard output: the result, or the error that was raised.
 */
export const PYTHON_PROGRAM = `
import json, sys
import openai

def messages(job):
    return [{"role": "user", "content": job["text"]}]

def create(client, job, common):
    return client.chat.completions.create(messages=messages(job), **common).choices[0].message.content

def stream(client, job, common):
    more = {"stream_options": {"include_usage": True}} if job["usage"] else {}
    parts = []
    for chunk in client.chat.completions.create(messages=messages(job), stream=True, **more, **common):
        if chunk.choices and chunk.choices[0].delta.content:
            parts.append(chunk.choices[0].delta.content)
            # Whoever prints a stream as it comes writes each part by itself.
            parts[-1].encode("utf-8")
    return "".join(parts)

def loop(client, job, common):
    tool = job["tool"]
    result = tool.pop("result")
    tools = [{"type": "function", "function": tool}]
    said = messages(job)
    turn = client.chat.completions.create(messages=said, tools=tools, tool_choice="required", **common).choices[0].message
    calls = turn.tool_calls or []
    if not calls:
        return {"calls": 0, "text": turn.content or ""}
    said.append(turn)
    for call in calls:
        json.loads(call.function.arguments)
        said.append({"role": "tool", "content": result, "tool_call_id": call.id})
    last = client.chat.completions.create(messages=said, tools=tools, **common).choices[0].message
    return {"calls": len(calls), "text": last.content or ""}

def structured(client, job, common):
    from pydantic import BaseModel
    class Place(BaseModel):
        city: str
    done = client.chat.completions.parse(messages=messages(job), response_format=Place, **common)
    return {"city": done.choices[0].message.parsed.city}

def main():
    job = json.load(sys.stdin)
    if job["feature"] == "version":
        return {"value": openai.__version__}
    client = openai.OpenAI(base_url=job["base_url"], api_key=job["token"], max_retries=0)
    common = {"model": job["model"], "max_tokens": job["tokens"]}
    try:
        value = globals()[job["feature"]](client, job, common)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        return {"value": value}
    except Exception as error:
        return {"error": {"name": type(error).__name__, "message": str(error)}}

print(json.dumps(main()))
`;
