declare module "*.po" {
  export const messages: Record<string, import("./messages").Message>;
}
