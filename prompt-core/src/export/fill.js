// Fills in and copies the prompt, in a share page and in a file. Values stay in the page and in the fragment of its
// address.
{
  const form = document.querySelector("form[data-variables]");
  const messages = [...document.querySelectorAll("[data-message]")];
  const places = [...document.querySelectorAll("mark[data-variable]")];
  const written = places.map((place) => place.textContent);
  const fields = form ? [...form.querySelectorAll("[name]")] : [];
  const values = () => {
    const filled = fields.filter((field) => field.value !== "").map((field) => [field.name, valueOf(field)]);
    return Object.fromEntries(filled);
  };
  const valueOf = ({ dataset, value }) => {
    if (!["number", "yes_no", "json", "messages"].includes(dataset.kind)) return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  };
  const isFixed = form?.dataset.variables === "fixed";
  // The values that are in the text, if the server puts them in.
  const rendered = JSON.stringify(values());
  const isStale = () => form && !isFixed && JSON.stringify(values()) !== rendered;
  const fill = () => {
    const filled = new Map(fields.map((field) => [field.name, field.value]));
    places.forEach((place, at) => {
      place.textContent = filled.get(place.dataset.variable) || written[at];
    });
  };
  if (isFixed) {
    form.hidden = false;
    form.addEventListener("input", fill);
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const button of form.querySelectorAll(".actions")) button.hidden = true;
    // A browser that reloads the page restores what was typed.
    addEventListener("pageshow", fill);
  }
  const said = document.querySelector("[role=status]");
  const copy = async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = done;
    } catch {
      said.textContent = "Copying failed. Select the text and copy it with the keyboard.";
    }
  };
  const action = (name, run) => {
    const button = document.querySelector(`[data-action=${name}]`);
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", run);
  };
  action("copy", () => {
    if (isStale()) {
      said.textContent = "Your values are not in the text yet. Press Fill in first.";
      return form.querySelector("[type=submit]").focus();
    }
    return copy(messages.map((message) => message.textContent).join("\n\n"), "Copied.");
  });
  action("link", () => {
    const fragment = encodeURIComponent(JSON.stringify(values()));
    copy(`${location.href.split("#")[0]}#values=${fragment}`, isFixed ? "Link copied. It fills in these values." : "Link copied. Who opens it presses Fill in.");
  });
  // The editor fills in what was typed here, also after signing up.
  const open = document.querySelector("a[data-open]");
  open?.addEventListener("click", () => {
    const typed = values();
    open.hash = Object.keys(typed).length > 0 ? `values=${encodeURIComponent(JSON.stringify(typed))}` : "";
  });
  if (form && location.hash.startsWith("#values=")) {
    try {
      const given = JSON.parse(decodeURIComponent(location.hash.slice("#values=".length)));
      for (const field of fields) {
        if (!Object.hasOwn(given, field.name)) continue;
        const value = given[field.name];
        field.value = typeof value === "string" ? value : JSON.stringify(value);
      }
      if (isFixed) fill();
      else if (isStale()) said.textContent = "The link brought values. Press Fill in to put them into the text.";
    } catch {
      // A fragment that was cut off has no values.
    }
  }
}
