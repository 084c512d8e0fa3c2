// What only signed-in pages need, loaded with the first of them: toasts.
import { Toaster } from "@/ui/toast";
import { useTheme } from "../theme";

export default function SignedInExtras() {
  const { dark } = useTheme();
  return <Toaster theme={dark ? "dark" : "light"} />;
}
