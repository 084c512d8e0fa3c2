import { EmptyState } from "@/ui/empty-state";

export function UnknownPathPage() {
  return <EmptyState title="This screen is not in this build yet" />;
}
