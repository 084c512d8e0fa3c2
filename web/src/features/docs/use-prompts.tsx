import { Link } from "@tanstack/react-router";

const curl = `curl '/api/fetch/ada/code-review?label=production' \\
  -H "Authorization: Bearer $PROMPTCASE_TOKEN" -H 'Content-Type: application/json' \\
  -d '{"values": {"language": "Rust"}}'`;

const client = `import { Promptcase, openai } from "@promptcase/client";

const promptcase = new Promptcase({ server, token, bundle });
const prompt = await promptcase.get("@ada/code-review", {
  label: "production",
  values: { language: "Rust" },
});
await new OpenAI().chat.completions.create({ model: "gpt-5", ...openai(prompt) });`;

const ci = `promptcase lint prompts --output-format github
promptcase test prompts/review.md --model gpt-4o-mini --junit results.xml
promptcase push prompts -m "$GITHUB_SHA"`;

const agent = `claude mcp add promptcase -- promptcase mcp
claude mcp add prompts -- promptcase mcp ./prompts`;

const verify = `import { Webhook } from "standardwebhooks";

const event = new Webhook(process.env.PROMPTCASE_WEBHOOK_SECRET).verify(body, headers);`;

/** Wraps, so that it needs no scrolling sideways. */
function Code({ text }: { text: string }) {
  return (
    <pre className="whitespace-pre-wrap wrap-anywhere">
      <code>{text}</code>
    </pre>
  );
}

/** How prompts get from here into applications, agents and other people's hands. */
export default function UsePrompts() {
  return (
    <div className="prose">
      <h2>Use Prompts</h2>
      <p>
        <strong>Use it</strong> in the editor shows these calls with the real name, label and variables of the
        open prompt.
      </p>
      <h3>Names and labels</h3>
      <p>
        <code>@ada/code-review</code> names a prompt everywhere: in addresses, in the API, on the command
        line, for agents, and in other prompts as <code>{"{{> @ada/code-review}}"}</code>.{" "}
        <code>@ada/code-review@1.2.0</code> is a version, which never changes;{" "}
        <code>@ada/code-review:production</code> is the version a label points to. Move labels in the Versions
        panel: applications follow within a minute, and Undo takes a move back. A name stays when the title
        changes, and an old one leads to the new one.
      </p>
      <h3>In an application</h3>
      <p>Any program can fetch the messages. A public prompt needs no token.</p>
      <Code text={curl} />
      <p>
        The libraries for TypeScript and Python keep a copy for when the server does not answer, and turn a
        prompt into the arguments of OpenAI, Anthropic and LangChain.{" "}
        <code>promptcase bundle @ada/code-review:production -o promptcase.lock.json</code> writes a copy into
        your build.
      </p>
      <Code text={client} />
      <p>
        Make the token under{" "}
        <Link to="/settings" search={{ tab: "account" }}>
          Settings, Account
        </Link>
        , with read access and limited to the prompts and labels it is for.
      </p>
      <h3>In continuous integration</h3>
      <p>Keep prompts as files beside the code, and check them with every change.</p>
      <Code text={ci} />
      <h3>For agents</h3>
      <p>
        Prompts are offered to agents by the Model Context Protocol, at <code>/mcp</code> with a token or by
        the command line, also from a folder of files without a server. An agent can search, read, fill in and
        save drafts; it never publishes or moves a label.
      </p>
      <Code text={agent} />
      <h3>Shared with people</h3>
      <p>
        <strong>Share</strong> gives a prompt a page that anyone can read without an account, fill in and
        copy: with a secret link, or for everyone. The page has the prompt as files, too:{" "}
        <code>/p/ada/code-review.md</code>. A public collection of skills installs with{" "}
        <code>npx skills add</code> and the address of its page.
      </p>
      <h3>Webhooks</h3>
      <p>
        On Max, other servers are told when a version is made, a label is moved or a prompt is shared.
        Messages are signed after{" "}
        <a href="https://www.standardwebhooks.com" rel="noopener">
          Standard Webhooks
        </a>
        , arrive at least once and are tried again for three days. Check the signature with the secret that is
        shown when you add the webhook:
      </p>
      <Code text={verify} />
    </div>
  );
}
