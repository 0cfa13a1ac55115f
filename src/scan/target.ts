/** Where a scanned code leads: the address of a sign-in at this very site; anything else is none of ours. @param here origin and path */
export function signInTarget(text: string, here: { origin: string }): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const code = /^#\/m\/(?:sign|service)\/[1-9]\d{0,17}\/[0-9a-f]{16}$/;
  return url.origin === here.origin && code.test(url.hash) ? `/${url.hash}` : null;
}
