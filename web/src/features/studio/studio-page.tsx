import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";

export function StudioPage() {
  return (
    <>
      <PageHeader
        title="What can I help you create today?"
        description="Describe your prompt and I'll generate an optimized version using AI"
      />
      <EmptyState
        title="AI generation is not in this build yet"
        action={
          <>
            <Link to="/editor" className={buttonClass({ variant: "primary" })}>
              Write a prompt yourself
            </Link>
            <Link to="/explorer" className={buttonClass()}>
              Open the Explorer
            </Link>
          </>
        }
      >
        Until it is, the editor has everything you need to write one by hand.
      </EmptyState>
    </>
  );
}
