import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteAvatarMutation,
  getProfileStatsOptions,
  getPublicProfileOptions,
  listActivityInfiniteOptions,
  listCollectionsInfiniteOptions,
  listPromptsInfiniteOptions,
  updateProfileMutation,
  uploadAvatarMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Activity, Profile, ProfileStats } from "@/api/generated/types.gen";
import { pages, refresh } from "@/api/infinite";

export type { Activity, Profile, ProfileStats };

export const profileQuery = (id: string) => getPublicProfileOptions({ path: { id } });
export const statsQuery = (id: string) => getProfileStatsOptions({ path: { id } });
export const activityQuery = (id: string) => ({
  ...listActivityInfiniteOptions({ path: { id }, query: { limit: 20 } }),
  ...pages,
});
export const promptsOfQuery = (owner: string) => ({
  ...listPromptsInfiniteOptions({ query: { owner, kind: "all", limit: 30 } }),
  ...pages,
});
export const collectionsOfQuery = (owner: string) => ({
  ...listCollectionsInfiniteOptions({ query: { owner, parent_id: "root", limit: 30 } }),
  ...pages,
});

/** The header shows name and picture too, and reads them from the session. */
function useRefreshProfile() {
  const queryClient = useQueryClient();
  return () => refresh(queryClient, "getPublicProfile", "getSession");
}

export const useUpdateProfile = () =>
  useMutation({ ...updateProfileMutation(), onSuccess: useRefreshProfile() });
export const useUploadAvatar = () =>
  useMutation({ ...uploadAvatarMutation(), onSuccess: useRefreshProfile() });
export const useDeleteAvatar = () =>
  useMutation({ ...deleteAvatarMutation(), onSuccess: useRefreshProfile() });
