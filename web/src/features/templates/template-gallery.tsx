// Prompts to start from: those for the user's role come first. A chosen one is saved as the user's own and opened.
import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { createPrompt } from "@/api/generated/sdk.gen";
import { refresh } from "@/api/infinite";
import { cn } from "@/ui/cn";
import { toast } from "@/ui/toast";
import { type Template, templates } from "./templates";

interface TemplateGalleryProps {
  /** The role whose templates come first. */
  role?: string | undefined;
  /** The number of templates shown; all without it. */
  most?: number | undefined;
  /** Called with a chosen template, before it is opened. */
  onChosen?: () => Promise<unknown>;
}

export default function TemplateGallery({ role, most, onChosen }: TemplateGalleryProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: async (template: Template) => {
      const { data } = await createPrompt({ body: promptOf(template), throwOnError: true });
      return data;
    },
    onSuccess: async ({ id }) => {
      await onChosen?.();
      await navigate({ to: "/editor", search: { prompt: id } });
      await refresh(queryClient, "listPrompts");
    },
    onError: (error) => toast.error(t`The template was not opened`, { description: messageOf(error) }),
  });
  const isFor = (template: Template) => template.role === role;
  const ordered = [...templates.filter(isFor), ...templates.filter((template) => !isFor(template))];
  return (
    <ul aria-label={t`Templates`} className="tray sm:grid-cols-2">
      {ordered.slice(0, most).map((template) => (
        <li key={template.title}>
          <button
            type="button"
            disabled={create.isPending}
            onClick={() => create.mutate(template)}
            className={cn(
              "flex size-full flex-col items-start p-4 text-left transition-colors enabled:hover:bg-ground",
              "disabled:cursor-progress",
            )}
          >
            <span lang="en" className="font-bold">
              {template.title}
            </span>
            <span lang="en" className="mt-0.5 text-sm text-muted">
              {template.description}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function promptOf({ title, description, category, tags, system, user }: Template) {
  return {
    title,
    description,
    category,
    tags,
    content: {
      segments: [
        { id: "system", order: 0, type: "system" as const, content: system },
        { id: "user", order: 1, type: "user" as const, content: user },
      ],
    },
  };
}
