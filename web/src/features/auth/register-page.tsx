import { EmptyState } from "@/ui/empty-state";

export function RegisterPage() {
  return <EmptyState title="This screen is not in this build yet" />;
}
