// The generator, put together with the balance it draws on.
import { CreditBalance } from "@/features/credits/credit-balance";
import { StudioPage } from "@/features/generation/studio-page";

export function StudioRoute() {
  return <StudioPage credits={<CreditBalance />} />;
}
