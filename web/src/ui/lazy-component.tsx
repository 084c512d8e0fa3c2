// Components whose code loads on first use. A failed import costs only that component: the page stays, names the
// missing part and offers a retry.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RotateCw } from "lucide-react";
import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from "react";
import { importModule, ModuleNotLoaded } from "@/lib/dynamic-import";
import { Alert } from "./alert";
import { Button } from "./button";
import { IconButton } from "./icon-button";

interface Failure<Props> {
  error: ModuleNotLoaded;
  /** Retries so far. */
  attempt: number;
  retry: () => void;
  props: Props;
}

interface Options<Props> {
  /** The placeholder while the code loads. */
  waiting?: ReactNode;
  /** The placeholder after the import failed. */
  failed: ComponentType<Failure<Props>>;
}

/** Like React's `lazy`, which caches a failure for ever and passes it to the whole page. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting = null, failed: Failed }: Options<Props>,
) {
  const make = (): ComponentType<Props> =>
    lazy(() =>
      importModule(load).catch((error: unknown) => {
        // For the next mount or retry.
        current = make();
        throw error;
      }),
    ) as unknown as ComponentType<Props>;
  let current = make();

  // biome-ignore lint/correctness/noComponentHookFactories: called once per part at module level, like `lazy`.
  return function LazyPart(props: Props) {
    const [{ Part, attempt }, setPart] = useState(() => ({ Part: current, attempt: 0 }));
    const retry = useCallback(
      () => setPart((previous) => ({ Part: current, attempt: previous.attempt + 1 })),
      [],
    );
    return (
      <PartBoundary
        key={attempt}
        failed={(error) => <Failed error={error} attempt={attempt} retry={retry} props={props} />}
      >
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

interface BoundaryProps {
  failed: (error: ModuleNotLoaded) => ReactNode;
  children: ReactNode;
}

/** Catches only failed imports; errors thrown by the part itself go to the page. */
class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error instanceof ModuleNotLoaded) return this.props.failed(error);
    if (error !== null) throw error;
    return this.props.children;
  }
}

interface MissingProps {
  /** "The chart" */
  what: string;
  error: ModuleNotLoaded;
  retry: () => void;
}

/** The placeholder of a missing part. */
export function MissingPart({ what, error, retry }: MissingProps) {
  return (
    <Alert
      tone={error.isOutdated ? "warning" : "danger"}
      title={t`${what} could not be loaded`}
      action={<Remedy error={error} retry={retry} />}
    >
      {error.message}
    </Alert>
  );
}

/** The placeholder of a missing overlay: a notice at the lower edge of the page. */
export function MissingOverlay({ what, error, retry, onDismiss }: MissingProps & { onDismiss?: () => void }) {
  return (
    <div className="pointer-events-auto fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-tray bg-surface shadow-float">
      <Alert
        tone={error.isOutdated ? "warning" : "danger"}
        title={t`${what} could not be loaded`}
        {...(onDismiss && { onDismiss })}
        action={<Remedy error={error} retry={retry} />}
      >
        {error.message}
      </Alert>
    </div>
  );
}

/** The placeholder of a missing button or menu in a row. */
export function MissingControl({ what, error, retry }: MissingProps) {
  const remedy = error.isOutdated ? t`Reload the page` : t`Try again`;
  return (
    <IconButton
      label={t`${what} could not be loaded. ${remedy}`}
      onClick={error.isOutdated ? () => window.location.reload() : retry}
    >
      <RotateCw aria-hidden="true" />
    </IconButton>
  );
}

function Remedy({ error, retry }: Omit<MissingProps, "what">) {
  if (error.isOutdated) {
    return (
      <Button size="sm" onClick={() => window.location.reload()}>
        <Trans>Reload the page</Trans>
      </Button>
    );
  }
  return (
    <Button size="sm" onClick={retry}>
      <Trans>Try again</Trans>
    </Button>
  );
}

const FIRST_RETRY_DELAY_MS = 5_000;
const MAX_RETRY_DELAY_MS = 5 * 60_000;

/**
 * The placeholder of a part that the user did not ask for: renders nothing, and retries after a delay and when
 * the connection returns.
 */
export function RetryingPlaceholder({ attempt, retry }: { attempt: number; retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, Math.min(FIRST_RETRY_DELAY_MS * 2 ** attempt, MAX_RETRY_DELAY_MS));
    window.addEventListener("online", retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", retry);
    };
  }, [attempt, retry]);
  return null;
}
