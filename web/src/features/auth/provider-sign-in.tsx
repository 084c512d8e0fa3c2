import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "@/api/session";
import { lazyComponent, RetryingPlaceholder } from "@/ui/lazy-component";
import type { ProviderButtonProps } from "./provider-button";

// Few servers have a provider, so the code of the button loads where there is one.
const ProviderButton = lazyComponent<ProviderButtonProps>(() => import("./provider-button"), {
  failed: RetryingPlaceholder,
});

/** The way to sign in by the provider of this server, if it has one, and what went wrong there. */
export function ProviderSignIn(props: Omit<ProviderButtonProps, "name">) {
  const name = useQuery(sessionQuery()).data?.sign_in_by ?? undefined;
  const [comesBack] = useState(() => window.location.hash.includes("problem="));
  return name || comesBack ? <ProviderButton {...props} name={name} /> : null;
}
