export function Structures() {
  return (
    <div className="prose">
      <h2>Four structures</h2>
      <p>
        The structure says which parts a prompt is made of. It is chosen when a prompt is new and locked once
        it is saved, because another structure means other parts.
      </p>
      <h3>Standard: segments</h3>
      <p>
        Simple segments, one after the other. Each has a type (system, user, assistant, context or
        instruction) and a text. Take it for chat prompts and whatever fits on one screen.
      </p>
      <pre>
        <code>{`system       You review Rust pull requests.
context      Style rules are in CONTRIBUTING.md.
instruction  Name the riskiest line first.`}</code>
      </pre>
      <h3>Structured: sections</h3>
      <p>
        Sections with a title, an optional description and a text, for prompts that read like a document.
        Titles become headings in markdown and HTML, and keys in YAML and JSON.
      </p>
      <h3>Modulized: modules</h3>
      <p>
        Modules with a title, a description, a text, processing wrappers and a configuration in JSON. A
        wrapper adds an instruction to a module's text: format it as a list, validate, summarize or translate
        it. Wrappers are applied in order.
      </p>
      <table>
        <thead>
          <tr>
            <th>Wrappers</th>
            <th>For</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <code>format-json</code> <code>format-list</code> <code>format-table</code>{" "}
              <code>format-markdown</code> <code>format-yaml</code> <code>format-xml</code>{" "}
              <code>format-csv</code>
            </td>
            <td>the shape of the answer</td>
          </tr>
          <tr>
            <td>
              <code>validate-input</code> <code>transform-data</code> <code>conditional-logic</code>{" "}
              <code>error-handling</code>
            </td>
            <td>what is done with the input</td>
          </tr>
          <tr>
            <td>
              <code>summarize</code> <code>translate</code> <code>custom</code>
            </td>
            <td>what is done with the text</td>
          </tr>
        </tbody>
      </table>
      <h3>Advanced: blocks</h3>
      <p>
        Blocks hold modules and assets. An asset is a reference to another prompt, a file, an address or an
        image; together they show what a block depends on.
      </p>
    </div>
  );
}
