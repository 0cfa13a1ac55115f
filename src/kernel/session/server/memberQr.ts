import type { Vault } from '#platform/server/secrecy/crypto.ts';

const PREFIX = 'DJ1';

/** What a member's QR code says: the record's id, signed, and nothing personal. */
export const memberQrCode = (vault: Vault, memberId: string) =>
  `${PREFIX}.${memberId}.${vault.sign('member-qr', memberId).slice(0, 32)}`;

/** The member of a scanned code; null for one that this platform did not write. */
export function readMemberQrCode(vault: Vault, code: string): string | null {
  const memberId = code.split('.')[1] ?? '';
  return code === memberQrCode(vault, memberId) ? memberId : null;
}
