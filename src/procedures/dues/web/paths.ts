/** The addresses of the dues' pages. */
export const PATHS = {
  list: '/affairs/dues',
  /** Closed months and years. */
  books: '/affairs/dues/histryPartyDues',
  left: '/affairs/dues/historyParty',
  /** The standards of a branch as a sheet. */
  grid: '/affairs/dues/standards',
  /** A person's year; the name stands nowhere in an address. */
  record: (id: string, standardId: string) => `/affairs/dues/member-record/${id}/-/${standardId}`,
  standard: (id: string, sign: 'add' | 'edit' | 'view') => `/affairs/dues/dues-standard/${id}/-/${sign}`,
  total: (id: string) => `/affairs/dues/total-detail/${id}`,
  config: (id: string) => `/affairs/dues/member-config/${id}`,
  turnLine: (ids: readonly string[]) => `/affairs/dues/turnLine/${ids.join(',')}`,
  handIn: (ids: readonly string[]) => `/affairs/dues/bulk-hand-in/${ids.join(',')}`,
} as const;
