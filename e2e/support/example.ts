/** Asks a call as whoever is signed in on the page: with a body by POST, else by GET; answers what came. */
// biome-ignore lint/suspicious/noExplicitAny: whoever asks knows the shape of the answer
export type Ask = (path: string, body?: object) => Promise<any>;

/** Where the pages of a room are opened by the walk over all pages (pages.spec.ts). */
export interface Examples {
  /** How the ids that addresses name are found. */
  ids?: Readonly<Record<string, (ask: Ask) => Promise<string | undefined>>>;
  /** Address by the path of the route; `{…}` is one of the ids of any room. */
  pages?: Readonly<Record<string, string>>;
  /** Pages of what only a journey makes, or that end the session: their journeys, which hold them to the same. */
  elsewhere?: Readonly<Record<string, string>>;
}

/** The id of a list's first row; `body` for lists that take their filter so. */
export const first =
  (path: string, field = 'id', body?: object) =>
  async (ask: Ask): Promise<string | undefined> =>
    (await ask(path, body)).rows?.[0]?.[field];
