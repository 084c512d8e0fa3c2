import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import "@/api/client";
import { makeQueryClient } from "@/api/query-client";
import { makeRouter } from "./router";

const queryClient = makeQueryClient();
const router = makeRouter(queryClient);

export function Providers() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
