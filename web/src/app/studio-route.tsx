// Composes the generator with the credit balance it spends.
import { CreditBalance } from "@/features/credits/credit-balance";
import { StudioPage } from "@/features/generation/studio-page";

export function StudioRoute() {
  return <StudioPage credits={<CreditBalance />} />;
}
