import type { Vault } from '#platform/server/secrecy/crypto.ts';

/** A login name as it is compared: an id card's x counts as X, spaces around are not typed on purpose. */
export const normaliseLogin = (name: string) => name.normalize('NFKC').trim().toUpperCase();

/** Column account.login_index of a login name, which itself is stored nowhere. */
export const loginIndex = (vault: Vault, name: string) => vault.index('login', normaliseLogin(name));
