// The text of an old version of the component, read-only.
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { componentText } from "@/core/component-fields";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { download } from "@/ui/download";
import type { StoredComponent } from "./queries";

interface VersionReaderProps {
  text: Pick<StoredComponent, "title" | "description" | "type" | "category" | "tags" | "content">;
  title: string;
  description: ReactNode;
  /** Further buttons. */
  actions: ReactNode;
  onClose: () => void;
}

export function VersionReader({ text, title, description, actions, onClose }: VersionReaderProps) {
  const save = () => {
    const { type, category, tags, content } = text;
    const component = { title: text.title, description: text.description, type, category, tags, content };
    const json = `${JSON.stringify(component, null, 2)}\n`;
    download(new TextEncoder().encode(json), "component.json", "application/json");
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      size="lg"
      footer={
        <>
          <CopyButton text={componentText(text)} />
          <Button onClick={save}>
            <Download aria-hidden="true" /> <Trans>Export</Trans>
          </Button>
          {actions}
        </>
      }
    >
      <h3 className="font-bold wrap-anywhere">{text.title}</h3>
      {text.description && <p className="text-muted wrap-anywhere">{text.description}</p>}
      <pre className="mt-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{componentText(text)}</pre>
    </Dialog>
  );
}
