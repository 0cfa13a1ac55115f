let name: string | null = null;

/** Remembers, in memory alone, by which name the user signed in to this window: signing in again asks for the password only. */
export function setLoginName(value: string): void {
  name = value;
}

/** The name of the last sign-in of this window; null after a reload. */
export function getLoginName(): string | null {
  return name;
}
