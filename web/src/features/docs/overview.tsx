import { Link } from "@tanstack/react-router";
import { commandKey } from "@/ui/kbd";

export function Overview() {
  return (
    <div className="prose">
      <h2>What Promptcase is</h2>
      <p>
        A place for prompts that are too important for a text file: written in parts, with versions, and
        exported in the format your program reads. Everything except storage and AI happens in your browser,
        with the same Rust core that the server and the command-line program use.
      </p>
      <h2>The first five minutes</h2>
      <ol>
        <li>
          <Link to="/register">Create your account</Link>. It is free and comes with 100 credits.
        </li>
        <li>Open the Prompt Editor and choose a structure, or drop a file you already have into it.</li>
        <li>
          Write. Parts move by drag, or with the keyboard: Space picks one up, the arrow keys move it, Space
          puts it down.
        </li>
        <li>
          Put <code>{"{{variables}}"}</code> where a text changes from use to use. The Rendered side of the
          preview fills them in, shows what a model gets and copies it.
        </li>
        <li>Save. Every save that changes something raises the last number, the patch.</li>
        <li>
          Every save is kept. Open Versions to read, compare and restore any, and to make a version with a
          changelog.
        </li>
        <li>Export in one of seven formats; the preview shows the file as it will be.</li>
      </ol>
      <h2>Words</h2>
      <dl className="mt-3 space-y-3 [&_dt]:font-bold">
        <div>
          <dt>Prompt</dt>
          <dd>A text for an AI model, kept in one of four structures.</dd>
        </div>
        <div>
          <dt>Asset</dt>
          <dd>
            A part that prompts rely on: a context, response schema, response examples, persona, instructions,
            constraints or examples.
          </dd>
        </div>
        <div>
          <dt>Component</dt>
          <dd>A module, wrapper, template or asset in the library, made to be used again.</dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>
            Major.Minor.Patch, beginning with 1.0.0. Major for a breaking change, minor for a new part, patch
            for every save.
          </dd>
        </div>
        <div>
          <dt>Collection</dt>
          <dd>A folder of prompts and other collections, private or public.</dd>
        </div>
      </dl>
      <h2>Keyboard</h2>
      <p>
        Press <code>?</code> anywhere outside a text field for all shortcuts, and <code>{commandKey} K</code>{" "}
        to go anywhere.
      </p>
      <h2>Privacy</h2>
      <p>
        A new prompt is private: nobody else can see it, not in lists, by its address or in counts. Make
        Public shows it in the community and lets others clone it.
      </p>
    </div>
  );
}
