import { Link } from "@tanstack/react-router";
import { Sparkles } from "lucide-react";
import { labelOf, words } from "@/core";
import { buttonClass } from "@/ui/button";
import { Card } from "@/ui/card";

/** What stands in place of the generator where the plan has no AI; `inEditor` where one writes already. */
export function Upgrade({ inEditor = false }: { inEditor?: boolean }) {
  return (
    <Card className="flex flex-col items-center px-6 py-12 text-center">
      <Sparkles aria-hidden="true" className="size-8 text-accent" />
      <h2 className="mt-3 text-xl font-bold">Upgrade for AI Features</h2>
      <p className="mt-1 max-w-md text-muted">{labelOf(words.messages, "ai_not_allowed")}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Link to="/settings" search={{ tab: "billing" }} className={buttonClass({ variant: "primary" })}>
          See the plans
        </Link>
        {!inEditor && (
          <Link to="/editor" className={buttonClass()}>
            Write a prompt yourself
          </Link>
        )}
      </div>
    </Card>
  );
}
