/** The search parameters of the administration. */
export interface AdminSearch {
  tab?: string | undefined;
  /** The searched text, and the state, of the accounts that are listed. */
  q?: string | undefined;
  state?: string | undefined;
  /** The account that is open. */
  account?: string | undefined;
  /** The act, and the account, of the activity that is listed. */
  action?: string | undefined;
  about?: string | undefined;
}
