/** The role of the application on the run's server: it owns nothing. */
export const USER = 'party_test_user';

/** A database's address for that role. */
export function asUser(adminUrl: string): string {
  const url = new URL(adminUrl);
  url.username = USER;
  url.password = USER;
  return url.href;
}
