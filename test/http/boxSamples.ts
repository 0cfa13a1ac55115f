/** Good inputs for the calls of 智慧终端 beside those of its nouns. */
export const boxSamples: Record<string, (ids: { orgId: string }) => Record<string, unknown>> = {
  // A noun of the kit, whose rows have numbers of their own.
  'POST /api/publicize/sort': ({ orgId }) => ({ id: String(700_000 + Number(orgId)), after: null }),
};
