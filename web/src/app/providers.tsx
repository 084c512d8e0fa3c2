import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import "@/api/client";
import { makeQueryClient } from "@/api/query-client";
import { makeRouter } from "./router";

// When the session ends under an open page, the guard runs again: it leads to /login and remembers the way back.
const queryClient = makeQueryClient(() => void router.invalidate());
const router = makeRouter(queryClient);

export function Providers() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
