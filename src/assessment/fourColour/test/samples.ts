import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The rectification that the own rows give to an organisation. */
export const colourOf = (orgId: string) => String(775_000 + Number(orgId));

interface Ids {
  orgId: string;
}

const row = ({ orgId }: Ids) => ({ id: colourOf(orgId), version: 1 });

const org = ({ orgId }: Ids) => ({ orgId });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/jczc/colour/org': org,
  'POST /api/jczc/colour/freeze': () => ({ year: 2025, quarter: 1 }),
  'POST /api/jczc/colour/rectification': (ids) => ({ ...org(ids), problems: '试', person: '试', dueOn: '2099-01-01' }),
  'POST /api/jczc/colour/rectification/report': (ids) => ({ ...row(ids), report: '试' }),
  'POST /api/jczc/colour/rectification/accept': (ids) => ({ ...row(ids), agree: true }),
  'GET /api/jczc/colour/hand/list': org,
  'POST /api/jczc/colour/hand': (ids) => ({
    ...org(ids),
    year: 2026,
    quarter: 1,
    level: 2,
    reason: '试',
    files: ['0'.repeat(32)],
  }),
  'POST /api/jczc/colour/hand/decide': (ids) => ({ ...row(ids), agree: true }),
  'POST /api/jczc/colour/hand/withdraw': row,
  'POST /api/jczc/colour/scheme': () => ({
    version: 0,
    looks: ['■', '◆', '▲', '●'].map((sign, at) => ({ label: '色', name: `第${at}级`, sign, tone: 'green' })),
  }),
  'GET /api/jczc/weak/{id}': ({ orgId }) => ({ id: colourOf(orgId) }),
  'POST /api/jczc/weak': (ids) => ({ ...org(ids), criteria: ['other'], problems: '试' }),
  'POST /api/jczc/weak/start': (ids) => ({
    ...row(ids),
    leader: '试',
    cadre: '试',
    measures: '试',
    dueOn: '2099-01-01',
  }),
  'POST /api/jczc/weak/apply': (ids) => ({ ...row(ids), report: '试' }),
  'POST /api/jczc/weak/decide': (ids) => ({ ...row(ids), agree: true }),
  'POST /api/jczc/weak/relapse': (ids) => ({ ...row(ids), reason: '试' }),
  'POST /api/jczc/weak/print': ({ orgId }) => ({ id: colourOf(orgId) }),
  'GET /api/jczc/cockpit': org,
  'GET /api/jczc/cockpit/listPage': (ids) => ({ ...org(ids), code: 'incomplete' }),
  'POST /api/jczc/cockpit/export': org,
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  colour: colourOf,
};
