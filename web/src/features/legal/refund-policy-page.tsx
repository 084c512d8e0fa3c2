import { EmptyState } from "@/ui/empty-state";

export function RefundPolicyPage() {
  return <EmptyState title="This screen is not in this build yet" />;
}
