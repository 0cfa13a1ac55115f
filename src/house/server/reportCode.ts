import type { Vault } from '#platform/server/secrecy/crypto.ts';

const PURPOSE = 'reportIn';
const SIGNS = 12;

/**
 * The 报到码 of an organisation: its number and a signature over it, so that neither a row has to be kept nor another
 * organisation's code can be guessed. It stays when master keys change: posters hang for years.
 */
export const reportCode = (vault: Vault, orgId: string): string =>
  `${BigInt(orgId).toString(36)}-${vault.sign(PURPOSE, orgId).slice(0, SIGNS)}`;

/** The organisation that a code names; null where it never was one. */
export function orgOfReportCode(vault: Vault, code: string): string | null {
  const [head = ''] = code.split('-');
  const number = head === '' ? Number.NaN : Number.parseInt(head, 36);
  if (!Number.isSafeInteger(number) || number < 1) return null;
  const orgId = String(number);
  return reportCode(vault, orgId) === code ? orgId : null;
}
