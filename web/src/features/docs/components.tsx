export function Components() {
  return (
    <div className="prose">
      <h2>Component Library</h2>
      <p>
        A component is a part that you write once and use in many prompts. The library shows your own and
        those that others made public, with how often they were used and how they are rated.
      </p>
      <h3>Module</h3>
      <p>A text with a configuration in JSON. Use it as a module of a modulized prompt, or inside a block.</p>
      <h3>Wrapper</h3>
      <p>
        A rule for how a module's text is processed. It has a type (format as JSON, list or table, validate
        input, transform data, conditional logic, or custom), the logic in words, and a configuration in JSON.
      </p>
      <h3>Template</h3>
      <p>
        Sections with titles and texts, and the variables they use: a name, a type, and whether it is
        required.
      </p>
      <h3>Asset</h3>
      <p>A reference to a prompt, file, address, image or document, with metadata.</p>
      <h2>Working with components</h2>
      <ul>
        <li>
          In the editor, <strong>From library</strong> brings a module into a modulized or advanced prompt,
          and <strong>From a template</strong> the sections of a template into a structured one.
        </li>
        <li>
          <strong>Use Component</strong> in the library shows the text of any component, to be copied, and
          begins a new prompt with a module or a template.
        </li>
        <li>
          The component editor keeps a draft one second after your last change; Save writes the component
          itself.
        </li>
        <li>Tags are added one at a time with Enter.</li>
        <li>Rate a component with one to five stars. One rating each; you can change yours.</li>
        <li>Anyone can use public components. Only you can edit your own.</li>
      </ul>
    </div>
  );
}
