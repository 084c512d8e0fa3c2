import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { messageOf, sentenceOf } from "@/api/client";
import {
  getBillingOptions,
  getComponentOptions,
  getGenerationOptionsOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import type { StoredComponent } from "@/api/generated/types.gen";
import { generate } from "@/api/generations";
import {
  type ContextFile,
  checkGeneration,
  defaultAiConfig,
  defaultGenerationConfig,
  fileContext,
  generationCost,
  isReadyToGenerate,
  type Language,
  labelOf,
  messages,
  words,
} from "@/core";
import { ownKeysHash } from "@/lib/own-keys";
import { usePreferences } from "@/lib/preferences";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { commandKey } from "@/ui/kbd";
import { NotLoaded } from "@/ui/not-loaded";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { ActiveConfiguration } from "./active-configuration";
import { type ChosenComponent, ComponentLibrary } from "./component-library";
import { type Configuration, ConfigurationControl } from "./configuration";
import { type AttachedFile, ContextFiles } from "./context-files";
import { examples } from "./examples";
import { NoProvider } from "./no-provider";
import { Pending } from "./pending";
import { hasNoProvider, offered, useAiProviders, useProviders } from "./providers";
import { Quote } from "./quote";
import { Upgrade } from "./upgrade";
import { useDraftText } from "./use-draft-text";
import { useModel } from "./use-model";

interface StudioPageProps {
  /** The balance, composed from its own feature. */
  credits: ReactNode;
}

export function StudioPage({ credits }: StudioPageProps) {
  const billing = useQuery(getBillingOptions());
  const hasOwnKey = useProviders().own.size > 0;
  // Waits for both, so that the notice about a missing provider does not push the text box down later.
  const isPending = useQuery(getGenerationOptionsOptions()).isPending || billing.isPending;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={t`What can I help you create today?`}
        description={t`Describe your prompt and I'll generate an optimized version using AI`}
        actions={billing.data?.can_use_ai && credits}
      />
      {isPending && !billing.error && <Skeleton className="h-56" />}
      {billing.error && (
        <NotLoaded title={t`Your plan could not be loaded`} onRetry={() => billing.refetch()}>
          {messageOf(billing.error)}
        </NotLoaded>
      )}
      {billing.data &&
        !isPending &&
        (billing.data.can_use_ai || hasOwnKey ? (
          <Generator />
        ) : (
          <Upgrade isSold={billing.data.is_configured} />
        ))}
    </div>
  );
}

function useConfiguration(): [Configuration, (value: Configuration) => void] {
  const [{ language }] = usePreferences();
  return useState<Configuration>(() => {
    const config = defaultGenerationConfig();
    const preferred = words.languages.find(({ value }) => value === language)?.value;
    return {
      config: { ...config, language: (preferred ?? config.language) as Language },
      ai: defaultAiConfig(),
    };
  });
}

/** The texts of the chosen components, sent along with those of files, and the first error of loading them. */
function useComponentTexts(chosen: readonly ChosenComponent[]) {
  return useQueries({
    queries: chosen.map(({ id }) => getComponentOptions({ path: { id } })),
    combine: (found) => ({
      texts: found.flatMap(({ data }) => (data ? [textOfComponent(data)] : [])),
      isPending: found.some((one) => one.isPending),
      error: found.find((one) => one.error)?.error ?? null,
    }),
  });
}

const textOfComponent = ({ type, title, description, content }: StoredComponent): ContextFile => ({
  name: `${labelOf(words.component_types, type)}: ${title}`,
  text: `${description}\n${JSON.stringify(content, null, 2)}`.trim(),
});

function Generator() {
  const navigate = useNavigate();
  const [text, setText, forgetText] = useDraftText();
  const [configuration, setConfiguration] = useConfiguration();
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [chosen, setChosen] = useState<readonly ChosenComponent[]>([]);
  const components = useComponentTexts(chosen);
  const providers = useAiProviders();
  const ai = offered(configuration.ai, providers);
  const { state, start, cancel, dismiss } = useModel(generate, (generated) => {
    forgetText();
    void navigate({ to: "/editor", search: { prompt: generated.prompt.id } });
  });
  const context = useMemo(() => fileContext([...files], components.texts), [files, components.texts]);
  const request: Configuration = {
    ai,
    config: {
      ...configuration.config,
      user_input: text,
      file_context: context,
    },
  };
  const isPending = state.status === "pending";
  const problem = problemOf(request);
  const hasAll = !components.isPending && !components.error;
  const needsProvider = hasNoProvider(providers);
  const isReady = isReadyToGenerate(request.config) && !problem && !isPending && hasAll && !needsProvider;
  const submit = async () => {
    if (isReady) await start({ ...request.config, ...request.ai });
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      void submit();
    }
  };
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // Most users come here to type. On a phone the keyboard would cover the page.
    if (window.matchMedia("(min-width: 768px)").matches) box.current?.focus();
  }, []);

  return (
    <div className="space-y-4">
      {needsProvider && <NoProvider inStudio />}
      <div className="rounded-tray border border-line-strong/60 bg-surface focus-within:border-accent">
        <label htmlFor="description" className="sr-only">
          <Trans>Describe the prompt you want</Trans>
        </label>
        <textarea
          id="description"
          ref={box}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={submitByKey}
          disabled={isPending}
          aria-describedby="generate-hint"
          aria-invalid={problem ? true : undefined}
          placeholder={t`A prompt that…`}
          className="block min-h-40 w-full resize-y rounded-t-tray bg-transparent px-4 py-3.5 text-base leading-relaxed outline-none placeholder:text-muted disabled:text-muted"
        />
        <div className="flex flex-wrap items-center gap-1 border-t px-2 py-2">
          <ContextFiles files={files} onChange={setFiles} disabled={isPending} />
          <ComponentLibrary chosen={chosen} onChange={setChosen} disabled={isPending} />
          <ConfigurationControl
            value={{ ...configuration, ai }}
            onChange={setConfiguration}
            providers={providers}
            disabled={isPending}
          />
          <div className="ml-auto flex items-center gap-3">
            <Quote
              credits={generationCost(request.config, ai).total_cost}
              free={providers.own.has(ai.provider)}
            />
            <Button variant="primary" disabled={!isReady} busy={isPending} onClick={submit}>
              {!isPending && <Sparkles aria-hidden="true" />}
              {isPending ? t`Generating...` : t`Generate`}
            </Button>
          </div>
        </div>
      </div>
      {components.error && (
        <Alert title={t`A chosen component could not be loaded`}>
          <Trans>{messageOf(components.error)} Remove it, or try again.</Trans>
        </Alert>
      )}
      {problem && <p className="text-sm font-medium text-danger">{problem}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ul aria-label={t`Examples`} className="flex flex-wrap gap-2">
          {examples.map((example) => (
            <li key={example.label}>
              <Button
                size="sm"
                disabled={isPending}
                onClick={() => {
                  setText(example.text);
                  box.current?.focus();
                }}
              >
                {example.label}
              </Button>
            </li>
          ))}
        </ul>
        <p id="generate-hint" className="text-sm text-muted max-md:hidden">
          {commandKey === "⌘" ? t`Press ⌘ + Enter to generate` : t`Press ${commandKey} + Enter to generate`}
        </p>
      </div>
      <ActiveConfiguration config={configuration.config} files={files.length} components={chosen.length} />
      <div aria-live="polite">
        {isPending && (
          <Pending
            title={t`Creating your prompt with AI...`}
            characters={state.characters}
            onCancel={cancel}
          />
        )}
      </div>
      {state.status === "failed" && (
        <Alert
          title={messages.generation_failed}
          onDismiss={dismiss}
          action={
            <Link to="/settings" hash={ownKeysHash} className={buttonClass({ size: "sm" })}>
              <Trans>Use your own key</Trans>
            </Link>
          }
        >
          {sentenceOf(state.error) ?? messages.generation_retry}
        </Alert>
      )}
    </div>
  );
}

/** The problem of a request with a text, as the core words it. */
function problemOf({ config }: Configuration): string | null {
  if (!isReadyToGenerate(config)) return null;
  try {
    checkGeneration(config);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
