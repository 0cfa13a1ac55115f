/** Seconds between two words of a player that it plays; a longer silence counts as this much at most. */
export const TV_BEAT = 15;
export const TV_SILENCE = 20;
/** Hours without a word after which a session that nobody has ended is ended. */
export const TV_FORGOTTEN = 3;
export const MAX_PROGRAMME = 20;
/** People of a site whose names are shown to be ticked. */
export const MAX_SITE = 500;

export const TV = {
  center: '/education/videoCenter/TVcenter',
  session: (id: string) => `/education/videoCenter/TVcenter?id=${id}`,
  sign: (id: string, code: string) => `/m/tv/${id}/${code}`,
} as const;
