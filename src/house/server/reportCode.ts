import type { Vault } from '#platform/server/secrecy/crypto.ts';

const PURPOSE = 'reportIn';
const SIGNS = 12;

/**
 * The 报到码 of an organisation: its number and a signature, so that no row is needed and nobody can guess another organisation's code.
 * It does not change with the master keys, since posters hang for years.
 */
export const reportCode = (vault: Vault, orgId: string): string =>
  `${BigInt(orgId).toString(36)}-${vault.sign(PURPOSE, orgId).slice(0, SIGNS)}`;

/** The id of the organisation of a code; null for a text that is no valid code. */
export function orgOfReportCode(vault: Vault, code: string): string | null {
  const [head = ''] = code.split('-');
  const number = head === '' ? Number.NaN : Number.parseInt(head, 36);
  if (!Number.isSafeInteger(number) || number < 1) return null;
  const orgId = String(number);
  return reportCode(vault, orgId) === code ? orgId : null;
}
