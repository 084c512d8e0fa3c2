"""What an application writes. It is checked by mypy with its strictest options, and never run."""

from typing import List

from promptcase import AsyncPromptcase, Problem, Prompt, Promptcase, to_anthropic, to_langchain, to_openai

client = Promptcase("https://prompts.example.org", token=None, bundle="promptcase.lock.json", on_error=print)
prompt: Prompt = client.get("@ada/tone", label="production", values={"language": "Rust"})
problems: List[Problem] = prompt.problems
if any(problem["kind"] == "not_rendered" for problem in problems):
    print(prompt.text, prompt.settings.get("model"))


async def answer() -> None:
    one: Prompt = await AsyncPromptcase("https://prompts.example.org", cache_dir=None).get("@ada/tone")
    print(to_openai(one), to_anthropic(one)["max_tokens"], to_langchain(one)["messages"])
