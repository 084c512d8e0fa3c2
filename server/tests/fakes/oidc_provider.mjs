// An OpenID Connect provider: oidc-provider with its forms for development. Usage: oidc_provider.mjs PORT CALLBACK
// The login is the subject: `ada=ada@example.org` has this address, and with a question mark behind it is not confirmed.
import Provider from "oidc-provider";

const [port, callback] = process.argv.slice(2);
const claimsOf = (sub) => {
  const [, email = `${sub}@example.org`] = sub.split("=");
  return { sub, email: email.replace("?", ""), email_verified: !email.endsWith("?"), name: "Ada Lovelace" };
};
new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: "promptcase", client_secret: "s3cret", redirect_uris: [callback] }],
  findAccount: (_, sub) => ({ accountId: sub, claims: () => claimsOf(sub) }),
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  pkce: { required: () => true },
  features: { devInteractions: { enabled: true } },
}).listen(Number(port), "127.0.0.1");
