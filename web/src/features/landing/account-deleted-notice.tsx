import { useNavigate } from "@tanstack/react-router";
import { Alert } from "@/ui/alert";

/** The confirmation after an account was deleted. */
export default function AccountDeletedNotice() {
  const navigate = useNavigate();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-6 lg:px-8">
      <Alert
        tone="success"
        title="Your account was deleted"
        onDismiss={() => void navigate({ to: "/", replace: true, state: {} })}
      >
        Everything in it is gone, and you are signed out everywhere. You are welcome to come back.
      </Alert>
    </div>
  );
}
