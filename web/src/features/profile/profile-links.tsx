import type { Profile } from "./queries";

/** Website, GitHub and Twitter, the last two built from user names. */
export function ProfileLinks({
  profile: { website, github_username, twitter_username },
}: {
  profile: Profile;
}) {
  const links = [
    website && { name: website.replace(/^https?:\/\//, ""), href: website },
    github_username && {
      name: `GitHub: ${github_username}`,
      href: `https://github.com/${encodeURIComponent(github_username)}`,
    },
    twitter_username && {
      name: `Twitter: ${twitter_username}`,
      href: `https://twitter.com/${encodeURIComponent(twitter_username)}`,
    },
  ].filter((link) => typeof link === "object");
  if (links.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
      {links.map(({ name, href }) => (
        <li key={href}>
          <a
            href={href}
            rel="nofollow noopener ugc"
            className="text-accent underline underline-offset-4 wrap-anywhere"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
