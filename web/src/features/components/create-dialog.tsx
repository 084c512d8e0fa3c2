import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { isSessionEnded, messageOf } from "@/api/client";
import {
  type Component,
  type ComponentType,
  emptyComponentContent,
  onOneLine,
  parseTags,
  words,
} from "@/core";
import { componentDetails } from "@/core/component-fields";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { DetailFields } from "@/ui/detail-fields";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { SignedOutAlert } from "@/ui/signed-out-alert";
import { useCreateComponent } from "./queries";

/** Creates a component and opens it in its editor. */
export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  useOpenForm();
  const create = useCreateComponent();
  const [type, setType] = useState<ComponentType>("module");
  const [fields, setFields] = useState<Omit<Component, "type" | "content">>({
    title: "",
    description: "",
    category: "general",
    tags: [],
    is_public: false,
  });
  const submit = async () => {
    const made = await create.mutateAsync({
      body: { ...fields, type, content: emptyComponentContent(type) },
    });
    onClose();
    await navigate({ to: "/component-editor/$id", params: { id: made.id } });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Create Component`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="component-form"
            variant="primary"
            busy={create.isPending}
            disabled={fields.title.trim() === ""}
          >
            <Trans>Create Component</Trans>
          </Button>
        </>
      }
    >
      <form
        id="component-form"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          // The form shows a failure from the mutation's state.
          submit().catch(() => {});
        }}
      >
        {isSessionEnded(create.error) && <SignedOutAlert />}
        {create.error && !isSessionEnded(create.error) && <Alert>{messageOf(create.error)}</Alert>}
        <Field label={t`Type`}>
          {(control) => (
            <Select
              {...control}
              options={words.component_types}
              value={type}
              onChange={(event) => setType(event.target.value as ComponentType)}
            />
          )}
        </Field>
        <DetailFields
          fields={componentDetails}
          values={fields}
          parseTags={parseTags}
          onChange={(change) => {
            const title = onOneLine(change.title ?? fields.title);
            setFields({ ...fields, ...change, title });
          }}
        />
      </form>
    </Dialog>
  );
}
