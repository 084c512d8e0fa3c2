import { Link } from "@tanstack/react-router";
import { words } from "@/core/lists";

const formats = [
  {
    name: "Plain text",
    extension: ".txt",
    use: "Paste it anywhere. No markup; without metadata, just the text.",
  },
  {
    name: "Markdown",
    extension: ".md",
    use: "Headings for parts, front matter for metadata. For repositories and reviews.",
  },
  {
    name: "YAML",
    extension: ".yaml",
    use: "For configuration that people edit. Multi-line text stays readable.",
  },
  {
    name: "HTML",
    extension: ".html",
    use: "A complete, styled page to read, print or share. It runs no scripts.",
  },
  { name: "XML", extension: ".xml", use: "For pipelines and for models that work well with tags." },
  {
    name: "JSON",
    extension: ".json",
    use: "For programs. It contains everything; formatting options do not apply.",
  },
  { name: "Prompty", extension: ".prompty", use: "Front matter and role lines, read by the prompty tools." },
];

export default function ExportFormats() {
  return (
    <div className="prose">
      <h2>Seven formats</h2>
      <table>
        <thead>
          <tr>
            <th>Format</th>
            <th>File</th>
            <th>For</th>
          </tr>
        </thead>
        <tbody>
          {formats.map((format) => (
            <tr key={format.extension}>
              <td className="font-semibold whitespace-nowrap">{format.name}</td>
              <td>
                <code>{format.extension}</code>
              </td>
              <td>{format.use}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>For other tools</h2>
      <p>
        A prompt is also written for the tools that run it. Variables stay variables in the tool&rsquo;s own
        syntax, and the export dialog says what a format has no place for. A prompt that you imported from
        such a file can be downloaded as the original file, with your edits in it.
      </p>
      <table>
        <thead>
          <tr>
            <th>Format</th>
            <th>File</th>
          </tr>
        </thead>
        <tbody>
          {words.tool_formats.map((format) => (
            <tr key={format.value}>
              <td className="font-semibold whitespace-nowrap">{format.label}</td>
              <td>
                <code>{format.ending}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Options</h2>
      <ul>
        <li>
          <strong>Include metadata</strong>: description, category, tags and the rest of the details card.
        </li>
        <li>
          <strong>Include version info</strong>: the version's number and dates.
        </li>
        <li>
          <strong>Indentation</strong>: 2, 4 or 8 spaces for nested output.
        </li>
        <li>
          <strong>Line breaks</strong>: blank lines between parts.
        </li>
        <li>
          <strong>Comments</strong>: explanatory comments, where the format has them.
        </li>
      </ul>
      <h2>Importing back</h2>
      <p>
        JSON, YAML, XML, markdown, HTML and prompty import back to an equal prompt when metadata and version
        info are included: the same fields, items, order, wrappers, configuration, assets and every character
        of text. What a format cannot represent is replaced visibly and reported, never dropped silently.
      </p>
      <h2>File names</h2>
      <p>
        The title in lower case with everything but letters and digits collapsed to a hyphen, then the
        version: <code>pull-request-reviewer-v1-4-2.md</code>.
      </p>
      <h2>On the command line</h2>
      <pre>
        <code>{`promptcase convert prompt.md --to yaml
promptcase diff old.json new.json
promptcase validate prompts/*.yaml`}</code>
      </pre>
      <p>
        With an API token (Pro and Max, made under{" "}
        <Link to="/settings" search={{ tab: "account" }}>
          Settings, Account
        </Link>
        ) the same program brings prompts from here into files and back. A push saves over the version that
        was pulled; what someone else saved meanwhile is merged.
      </p>
      <pre className="whitespace-pre-wrap wrap-anywhere">
        <code>{`promptcase login --server ${window.location.origin}
promptcase list --tag review
promptcase pull "Code review" -o review.md
promptcase push review.md -m "Ask for tests too"`}</code>
      </pre>
    </div>
  );
}
