import { LibraryPage } from "@/features/components/library-page";
import { componentParts } from "./component-parts";

export function LibraryRoute() {
  return <LibraryPage parts={componentParts} />;
}
