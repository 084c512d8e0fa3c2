// A test being edited: its title, values and checks. What is typed is taken over as soon as it is valid.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Copy, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Check, EditorDocument, TestCase, VariableUse } from "@/core";
import { randomId } from "@/lib/random-id";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { CheckFields, type TypedCheck } from "./check-fields";
import { addTest, problemOf, readValue, setTests, textOf } from "./tests";
import { forgetUnfinished, keepUnfinished, type Typed, unfinishedOf } from "./unfinished";

export interface TestFormProps {
  document: EditorDocument;
  /** Null before the prompt is saved for the first time. */
  promptId: string | null;
  tests: readonly TestCase[];
  at: number;
  readOnly: boolean;
  variables: readonly VariableUse[];
  /** The control for the value of a variable. */
  valueField: (variable: VariableUse, value: unknown, onChange: (value: unknown) => void) => ReactNode;
  /** Whether a new check is one of the rendered prompt, since no model can answer. */
  checksPrompt: boolean;
  onAdded: (id: string) => void;
  /** Whether the test was just added, so that it is written next. */
  isNew: boolean;
}

const typed = (test: TestCase): Typed => ({
  title: test.title ?? "",
  values: test.values,
  checks: test.checks.map((valid) => {
    const { value, ...check } = valid;
    return { ...check, key: randomId(), text: textOf(check.kind, value), valid };
  }),
});

const storedCheck = ({ text, kind, on, ignore_case }: TypedCheck): Check => ({
  kind,
  value: readValue(kind, text),
  ...(on === "prompt" && { on }),
  ...(ignore_case && { ignore_case }),
});

function written(id: string, { title, values, checks }: Typed): TestCase {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    id,
    ...(title.trim() && { title: title.trim() }),
    values: Object.fromEntries(kept) as TestCase["values"],
    checks: checks.map(storedCheck),
  };
}

/** With the last valid form of each check, so that one that is not valid yet holds back nothing else. */
function withValidChecks(typed: Typed, test: TestCase): Typed {
  const checks = typed.checks.map((check) => {
    const valid = storedCheck(check);
    return problemOf({ ...test, checks: [valid] }, test) ? check : { ...check, valid };
  });
  return { ...typed, checks };
}

export function TestForm(props: TestFormProps) {
  const { document, promptId, tests, at, readOnly, variables, valueField, onAdded, isNew } = props;
  const test = tests[at] as TestCase;
  const [now, setNow] = useState(() => unfinishedOf(promptId, test) ?? typed(test));
  const [added, setAdded] = useState<string>();
  // An undo or another tab may change the test: then it is read anew.
  const stored = JSON.stringify(test);
  const known = useRef(stored);
  if (known.current !== stored) {
    known.current = stored;
    setNow(typed(test));
  }
  const problem = problemOf(written(test.id, now), test);
  const change = (typedNow: Typed) => {
    const next = withValidChecks(typedNow, test);
    setNow(next);
    const whole = written(test.id, next);
    const storable = { ...whole, checks: next.checks.flatMap(({ valid }) => valid ?? []) };
    const canBeStored = !problemOf(storable, test);
    if (problemOf(whole, test)) keepUnfinished(promptId, canBeStored ? storable : test, next);
    else forgetUnfinished(promptId, test.id);
    if (!canBeStored) return;
    known.current = JSON.stringify(storable);
    if (known.current !== stored) setTests(document, tests.with(at, storable));
  };
  const empty = now.checks.findIndex(({ text }) => text.trim() === "");
  const addCheck = () => {
    const key = randomId();
    setAdded(key);
    change({
      ...now,
      checks: [
        ...now.checks,
        { key, kind: "contains", text: "", ...(props.checksPrompt && { on: "prompt" }) },
      ],
    });
  };
  const errorOf = (check: number) =>
    problem?.field.startsWith(`checks[${check}]`) && now.checks[check]?.text ? problem.message : undefined;
  return (
    <div className="@container flex flex-col gap-4">
      <Field label={t`Title`} hint={t`Optional`}>
        {(control) => (
          <Input
            {...control}
            autoFocus={isNew}
            maxLength={200}
            value={now.title}
            readOnly={readOnly}
            onChange={({ target }) => change({ ...now, title: target.value })}
          />
        )}
      </Field>
      {variables.map((variable) => (
        <div key={`${variable.name} ${variable.kind}`}>
          {valueField(variable, now.values[variable.name], (value) =>
            change({ ...now, values: { ...now.values, [variable.name]: value } }),
          )}
        </div>
      ))}
      <div className="flex flex-col gap-2">
        <h3 className="font-bold">
          <Trans>Checks</Trans>
        </h3>
        {now.checks.length === 0 && (
          <p className="text-sm text-muted">
            <Trans>Add what must be true: a word in the answer, its length, a JSON Schema.</Trans>
          </p>
        )}
        {now.checks.map((check, index) => (
          <CheckFields
            key={check.key}
            check={check}
            number={index + 1}
            error={errorOf(index)}
            readOnly={readOnly}
            autoFocus={check.key === added}
            onChange={(next) => change({ ...now, checks: now.checks.with(index, next) })}
            onRemove={() => change({ ...now, checks: now.checks.toSpliced(index, 1) })}
          />
        ))}
        {problem && (
          <p className="text-sm text-brass">
            {empty >= 0
              ? t`Fill in check ${empty + 1}. Until then this check is not saved.`
              : t`Not everything is saved yet: ${problem.message}`}
          </p>
        )}
      </div>
      {!readOnly && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={addCheck}>
            <Plus aria-hidden="true" /> <Trans>Add a check</Trans>
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto"
            onClick={() => onAdded(addTest(document, test.values, [...test.checks]))}
          >
            <Copy aria-hidden="true" /> <Trans>Duplicate</Trans>
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setTests(document, tests.toSpliced(at, 1))}>
            <Trash2 aria-hidden="true" /> <Trans>Delete the test</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
