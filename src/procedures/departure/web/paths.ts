const HOME = '/affairs/variation';
/** The addresses of the pages of variations. */
export const PATHS = {
  list: HOME,
  add: `${HOME}/variationAdd`,
  detail: (id: string) => `${HOME}/variationDetail/${id}`,
  restore: (id: string) => `${HOME}/variationRestore/${id}`,
} as const;
