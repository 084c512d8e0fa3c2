// The fixed texts of the specification: each must be in what is shipped to the browser, word for word.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const texts: Record<string, string[]> = {
  frame: [
    "Prompt Studio",
    "Prompt Editor",
    "Generate Prompt",
    "Explore Community",
    "Sign In",
    "Get Started",
    "Sign Out",
    "AI Generation",
  ],
  "sign in": ["Welcome back", "Create your account", "Passwords do not match"],
  studio: [
    "What can I help you create today?",
    "Describe your prompt and I'll generate an optimized version using AI",
  ],
  editor: [
    "No prompt selected",
    "Untitled Prompt",
    "Select Asset Type",
    "Create Prompt",
    "Create Asset",
    "New Asset",
    "Versions",
    "Collections",
    "Saving...",
  ],
  explorer: [
    "New Prompt",
    "Are you sure you want to delete this prompt?",
    "Failed to load prompts. Please try again.",
    "No prompts found",
    "No prompts yet",
    "No assets yet",
  ],
  "asset editor": ["Asset not found", "Save Asset"],
  library: [
    "Create Component",
    "Use Component",
    "No components found",
    "Component not found",
    "Failed to save component. Please try again.",
  ],
  collections: [
    "New Collection",
    "Are you sure you want to delete this collection?",
    "Delete Collection",
    "Deleting...",
    "No collections yet",
    "No items in this collection",
    "Error loading collections:",
    "Failed to delete collection: ",
    "Failed to add prompt to collection. Please try again.",
    "Added",
  ],
  community: ["Marketplace", "Trending", "For You", "Recent", "Community Impact"],
  analytics: ["No Analytics Data", "No recent activity"],
  profile: ["Anonymous User", "Total Views", "Total Likes", "Total Forks", "Avg Rating", "Profile not found"],
  settings: ["Notifications", "Privacy", "Change Password", "Unknown"],
  plans: [
    "Choose the perfect plan for your needs",
    "Start free and upgrade as you grow. All plans include our core features.",
    "Most Popular",
    "20% off",
    "30-day money-back guarantee",
    "Cancel anytime",
    "24/7 support",
    "Billed monthly",
    "Billed annually",
    "Select Plan",
  ],
  onboarding: [
    "About You",
    "Your Goals",
    "Choose Plan",
    "You're all set!",
    "Previous",
    "Skip for now",
    "Continue",
  ],
  legal: ["Last updated July 1, 2025", "dispute-resolution"],
};

const folder = join(import.meta.dirname, "../dist/assets");

/** Everything the browser can be sent: scripts, and the words inside the WebAssembly. */
function shipped(): string {
  return readdirSync(folder)
    .filter((name) => /\.(js|wasm)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

test("every fixed text of the specification is shipped as it is written there", () => {
  const all = shipped();
  const missing = Object.entries(texts).flatMap(([place, list]) =>
    list.filter((text) => !all.includes(text)).map((text) => `${place}: ${text}`),
  );
  expect(missing).toEqual([]);
});
