import { Link } from "@tanstack/react-router";
import { instance } from "@/lib/instance";
import { LegalPage } from "./legal-page";

export function RefundPolicyPage() {
  return (
    <LegalPage
      title="Refund Policy"
      intro="If a paid plan is not for you, you get your money back: in full within 30 days."
      sections={[
        {
          id: "thirty-days",
          title: "30-day money-back guarantee",
          body: (
            <p>
              Within 30 days of your first payment for Pro or Max you get a full refund, whatever the reason,
              monthly and annual plans alike.
            </p>
          ),
        },
        {
          id: "after",
          title: "After 30 days",
          body: (
            <p>
              Later refunds are at our discretion and possibly prorated, for example when the service did not
              work for you for a longer time. Renewals that you forgot to cancel are a good reason to write to
              us.
            </p>
          ),
        },
        {
          id: "cancel",
          title: "How to cancel",
          body: (
            <p>
              Plans renew automatically, monthly or annually. Cancel at any time in{" "}
              <Link to="/settings" search={{ tab: "billing" }}>
                Settings, then Billing
              </Link>
              . The plan stays active until the period you paid for ends; cancelling alone is not a refund
              request.
            </p>
          ),
        },
        {
          id: "request",
          title: "How to ask for a refund",
          body: (
            <>
              <p>
                Write to <a href={`mailto:${instance.billingEmail}`}>{instance.billingEmail}</a> from the
                address of your account. No form, no reason needed within the first 30 days. We respond within
                24 to 48 hours.
              </p>
              <p>
                Requests are processed in 3 to 5 business days. The money then takes 5 to 10 days to appear on
                your statement.
              </p>
            </>
          ),
        },
        {
          id: "credits",
          title: "Credits",
          body: <p>Credits of a refunded period are taken back. What you made with them stays yours.</p>,
        },
        {
          id: "disputes",
          title: "Disputes",
          body: (
            <p>
              See{" "}
              <Link to="/terms" hash="dispute-resolution">
                Dispute resolution
              </Link>{" "}
              in the Terms of Service.
            </p>
          ),
        },
      ]}
    />
  );
}
