import { instance } from "@/lib/instance";
import { LegalPage } from "./legal-page";

export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      intro="What Promptcase knows about you, why, for how long, and what you can do about it."
      sections={[
        {
          id: "what-we-store",
          title: "What we store",
          body: (
            <ul>
              <li>
                Your account: name, email address, a hash of your password, and what you add to your profile.
              </li>
              <li>Your content: prompts, assets, components, collections and their versions.</li>
              <li>
                What happens to it: views, likes, forks and ratings, and the credits you earn and spend.
              </li>
              <li>
                What running a server needs: times of requests, error reports and the sessions you are signed
                in with.
              </li>
            </ul>
          ),
        },
        {
          id: "what-stays",
          title: "What stays in your browser",
          body: (
            <ul>
              <li>Your preferences: theme, language, time zone, defaults and notification choices.</li>
              <li>
                Your own AI provider keys. They are sent with a generation you start, and neither stored nor
                logged by us.
              </li>
              <li>Unsaved drafts, so that a closed tab or a lost connection costs you nothing.</li>
              <li>One cookie that keeps you signed in. There are no advertising or tracking cookies.</li>
            </ul>
          ),
        },
        {
          id: "why",
          title: "Why we process it",
          body: (
            <p>
              To provide the service you signed up for, to keep it secure, to bill paid plans, and to answer
              you. We do not sell your data, and we do not train models with your content.
            </p>
          ),
        },
        {
          id: "who-else",
          title: "Who else sees it",
          body: (
            <ul>
              <li>
                AI providers (OpenAI or Anthropic) receive the text of a generation when you start one, and
                only then.
              </li>
              <li>The payment provider handles cards; we never see a card number.</li>
              <li>Anybody sees what you made public. Private content does not exist for others.</li>
            </ul>
          ),
        },
        {
          id: "how-long",
          title: "How long we keep it",
          body: (
            <p>
              As long as you have an account. When you delete it, everything it owns is deleted or made
              anonymous. Backups are overwritten within 30 days. Invoices stay as long as tax law demands.
            </p>
          ),
        },
        {
          id: "your-rights",
          title: "Your rights",
          body: (
            <>
              <p>You can do these yourself, in Settings, then Account:</p>
              <ul>
                <li>see and correct your data;</li>
                <li>take it with you: one file with everything, in formats other programs read;</li>
                <li>have it deleted.</li>
              </ul>
              <p>
                You can also object to processing, ask for it to be restricted, and complain to your data
                protection authority.
              </p>
            </>
          ),
        },
        {
          id: "security",
          title: "Security",
          body: (
            <p>
              Passwords are hashed with Argon2, connections are encrypted, tokens are stored as hashes, and
              two-factor authentication is there for you to turn on. If your data is ever exposed, we tell you
              without delay.
            </p>
          ),
        },
        {
          id: "contact",
          title: "Contact",
          body: (
            <p>
              <a href={`mailto:${instance.supportEmail}`}>{instance.supportEmail}</a>. We answer within 24 to
              48 hours.
            </p>
          ),
        },
      ]}
    />
  );
}
