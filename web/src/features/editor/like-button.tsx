import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { likePrompt, unlikePrompt } from "@/api/generated/sdk.gen";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { toast } from "@/ui/toast";

/** Likes a prompt of somebody else, or takes the like back. */
export function LikeButton({ prompt: { id, title, is_liked, like_count } }: { prompt: StoredPrompt }) {
  const format = useFormat();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState({ liked: is_liked, like_count });
  const like = useMutation({
    mutationFn: async () => {
      const call = shown.liked ? unlikePrompt : likePrompt;
      const { data } = await call({ path: { id }, throwOnError: true });
      return data;
    },
    onSuccess: (now) => {
      setShown(now);
      return refresh(queryClient, "listPrompts", "listTrending", "listRecommended", "listRecent");
    },
    onError: (error) => void toast.error(t`Your like was not saved`, { description: messageOf(error) }),
  });
  return (
    <Button
      size="sm"
      aria-pressed={shown.liked}
      aria-label={t`Like ${title}`}
      onClick={() => like.mutateAsync()}
    >
      <Heart aria-hidden="true" className={cn(shown.liked && "fill-danger text-danger")} />
      {format.number(shown.like_count)}
    </Button>
  );
}
