// The names the filters and cards show for the closed word lists.
const titled = (word: string) => ({ value: word, label: labelOf(word) });

export function labelOf(word: string): string {
  if (word === "ai") return "AI";
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");
}

const categories = ["ai", "web", "data", "creative", "business", "research"];

export const categoryOptions = (assets: boolean) =>
  (assets ? ["general", ...categories] : categories).map(titled);
export const structureOptions = () => ["standard", "structured", "modulized", "advanced"].map(titled);
