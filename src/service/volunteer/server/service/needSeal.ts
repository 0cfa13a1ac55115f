import type { Vault } from '#platform/server/secrecy/crypto.ts';

/** Where the name and the phone of a need are encrypted. */
export const namePlace = (id: string): string => `service_need.name.${id}`;
export const contactPlace = (id: string): string => `service_need.phone.${id}`;

/** What is stored of the ten signs by which a resident follows a need. */
export const followHash = (vault: Vault, code: string): string => vault.sign('need', code).slice(0, 40);
