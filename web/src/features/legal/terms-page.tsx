import { Link } from "@tanstack/react-router";
import { instance } from "@/lib/instance";
import { LegalPage } from "./legal-page";

export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      intro="These terms say what you may expect from Promptcase and what Promptcase expects from you. By creating an account you accept them."
      sections={[
        {
          id: "service",
          title: "The service",
          body: (
            <p>
              Promptcase lets you create, structure, version, organise, share and export prompts, assets and
              components, and draft prompts with the help of AI models run by others. Features depend on your
              plan: Free, Pro or Max.
            </p>
          ),
        },
        {
          id: "account",
          title: "Your account",
          body: (
            <>
              <p>
                You need an account to store anything. Give a real email address and keep your password to
                yourself.
              </p>
              <p>
                You are responsible for what is done with your account. Tell us at once if someone else uses
                it.
              </p>
            </>
          ),
        },
        {
          id: "content",
          title: "Your content",
          body: (
            <>
              <p>
                What you write is yours. You allow us to store and process it so that the service can work for
                you.
              </p>
              <p>
                When you make something public, others may see, copy and build on it within Promptcase. Making
                it private again hides it; copies that others made before stay theirs.
              </p>
            </>
          ),
        },
        {
          id: "prohibited-uses",
          title: "Prohibited uses",
          body: (
            <>
              <p>You may not use Promptcase to:</p>
              <ul>
                <li>break the law, or the rights of others, their privacy and their copyrights included;</li>
                <li>
                  produce or spread malware, spam, fraud, harassment, or content that sexualises or endangers
                  children;
                </li>
                <li>get around the safety rules of the AI providers whose models you call;</li>
                <li>attack, overload or probe the service, or read data that was not shared with you;</li>
                <li>resell access, or let machines create accounts.</li>
              </ul>
              <p>
                We may suspend accounts that do. Where we can, we say so first and let you export your
                content.
              </p>
            </>
          ),
        },
        {
          id: "subscriptions",
          title: "Subscriptions and credits",
          body: (
            <>
              <p>
                Pro and Max are subscriptions, billed monthly or annually in advance. They renew automatically
                for the same period until you cancel. You can cancel at any time in Settings, then Billing;
                the plan stays active until the period you paid for ends.
              </p>
              <p>
                AI generation costs credits. The price is shown before you start, and nothing is charged when
                a generation fails. Credits have no cash value.
              </p>
              <p>
                Refunds follow the <Link to="/refund-policy">Refund Policy</Link>.
              </p>
            </>
          ),
        },
        {
          id: "ai-output",
          title: "AI output",
          body: (
            <p>
              AI models make mistakes. Read what they produce before you rely on it. You decide what you do
              with the output, and you answer for it.
            </p>
          ),
        },
        {
          id: "liability",
          title: "Warranty and liability",
          body: (
            <p>
              The service is provided as it is. As far as the law allows, our liability for any claim is
              limited to what you paid in the twelve months before it arose. Nothing here limits liability
              that cannot be limited by law.
            </p>
          ),
        },
        {
          id: "ending",
          title: "Ending",
          body: (
            <p>
              You may delete your account at any time in Settings, then Account, and export your data before.
              We may end the service with 60 days' notice, and refund the unused part of paid periods.
            </p>
          ),
        },
        {
          id: "dispute-resolution",
          title: "Dispute resolution",
          body: (
            <>
              <p>
                Write to us first: most disagreements end there. If we cannot agree within 60 days, the
                dispute is settled by binding individual arbitration, held in writing or by video unless the
                arbitrator decides otherwise. Each side bears its own costs unless the arbitrator awards them.
              </p>
              <p>
                Either side may instead take a case to a small claims court. Consumers keep every right to go
                to court that the law of their country does not let them give up. There are no class
                arbitrations.
              </p>
            </>
          ),
        },
        {
          id: "changes",
          title: "Changes and contact",
          body: (
            <p>
              We announce changes of these terms 30 days ahead. Questions:{" "}
              <a href={`mailto:${instance.supportEmail}`}>{instance.supportEmail}</a>. We answer within 24 to
              48 hours.
            </p>
          ),
        },
      ]}
    />
  );
}
