import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const terminalRights: readonly RightGroup[] = [{ group: '智慧终端', order: 290, starts: ['box'] }];
