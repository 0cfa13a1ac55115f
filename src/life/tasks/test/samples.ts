import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The task, its cycle and its part that the own rows give to an organisation. */
export const officeOf = (orgId: string) => String(750_000 + Number(orgId));

interface Ids {
  orgId: string;
}

const task = {
  title: '试',
  content: '试',
  kind: 0,
  frequency: 1,
  startsOn: '2026-01-01',
  endsOn: '2026-01-31',
  mode: 'below',
};

const meeting = {
  title: '试',
  startsAt: '2099-01-02 09:00',
  endsAt: '2099-01-02 10:00',
  place: '试',
  mode: 'children',
};

const part = ({ orgId }: Ids) => ({ id: officeOf(orgId), version: 1 });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/dwbg/affairsTask/{id}': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/affairsTask/preview/{id}': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsTask': () => task,
  'PUT /api/dwbg/affairsTask': (ids) => ({ ...part(ids), ...task }),
  'DELETE /api/dwbg/affairsTask': ({ orgId }) => ({ id: officeOf(orgId), deleteReason: '试' }),
  'POST /api/dwbg/affairsTask/publish': part,
  'POST /api/dwbg/affairsTask/getCreateTaskListProgress': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsTask/end': part,
  'POST /api/dwbg/affairsTask/void': (ids) => ({ ...part(ids), reason: '试' }),
  'POST /api/dwbg/affairsTask/deadline': (ids) => ({
    ...part(ids),
    circleId: officeOf(ids.orgId),
    dueOn: '2099-01-02',
    reason: '试',
  }),
  'POST /api/dwbg/affairsTask/orgs': (ids) => ({ ...part(ids), orgIds: [ids.orgId] }),
  'GET /api/dwbg/affairsTask/matrix': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/office/burden': () => ({ year: 2026 }),
  'GET /api/dwbg/affairsTask/calendar': () => ({ view: 'received', month: '2026-11' }),
  'POST /api/dwbg/affairsTask/part/receiveAll': ({ orgId }) => ({ ids: [officeOf(orgId)] }),
  'POST /api/dwbg/affairsTask/urgeAll': ({ orgId }) => ({ ids: [officeOf(orgId)] }),
  'POST /api/dwbg/affairsTask/export': () => ({ view: 'given', purpose: '试' }),
  'POST /api/dwbg/affairsTask/urgeSheet': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsTask/urgeSheet/reveal': ({ orgId }) => ({ id: officeOf(orgId), reason: '试' }),
  'GET /api/dwbg/own/affairsTask/part/listPage': () => ({}),
  'GET /api/dwbg/own/affairsTask/part': ({ orgId }) => ({ taskId: officeOf(orgId), circleId: officeOf(orgId) }),
  'POST /api/dwbg/own/affairsTask/part/receive': part,
  'POST /api/dwbg/own/affairsTask/part/report': (ids) => ({ ...part(ids), report: '试' }),
  'POST /api/dwbg/own/affairsTask/part/withdraw': part,
  'POST /api/dwbg/own/affairsTask/part/askExtension': (ids) => ({ ...part(ids), until: '2099-01-02', reason: '试' }),
  'POST /api/dwbg/own/affairsTask/part/say': ({ orgId }) => ({ id: officeOf(orgId), text: '试' }),
  'POST /api/dwbg/affairsTask/exportFiles': ({ orgId }) => ({ id: officeOf(orgId), purpose: '试' }),
  'POST /api/dwbg/affairsTask/template': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/affairsTask/templates': () => ({}),
  'POST /api/dwbg/affairsTask/copy': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/affairsTask/part': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsTask/part/receive': part,
  'POST /api/dwbg/affairsTask/part/report': (ids) => ({ ...part(ids), report: '试' }),
  'POST /api/dwbg/affairsTask/part/withdraw': part,
  'POST /api/dwbg/affairsTask/part/assign': (ids) => ({ ...part(ids), accountId: '1' }),
  'POST /api/dwbg/affairsTask/part/askExtension': (ids) => ({ ...part(ids), until: '2099-01-02', reason: '试' }),
  'POST /api/dwbg/affairsTask/part/decideExtension': (ids) => ({ ...part(ids), agree: true }),
  'POST /api/dwbg/affairsTask/part/say': ({ orgId }) => ({ id: officeOf(orgId), text: '试' }),
  'GET /api/dwbg/affairsTask/part/proofs': () => ({}),
  'POST /api/dwbg/affairsTask/part/handOver': (ids) => ({ ...part(ids), orgId: ids.orgId, reason: '试' }),
  'POST /api/dwbg/affairsTask/part/watch': ({ orgId }) => ({ ids: [officeOf(orgId)], on: true, reason: '试' }),
  'POST /api/dwbg/affairsTask/cutCircle': (ids) => ({ ...part(ids), circleId: officeOf(ids.orgId), reason: '试' }),
  'PUT /api/dwbg/affairsTask/text': (ids) => ({ ...part(ids), content: '试改', note: '试' }),
  'GET /api/dwbg/affairsTask/revisions': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/affairsTask/reports': ({ orgId }) => ({ id: officeOf(orgId), circleId: officeOf(orgId) }),
  'POST /api/dwbg/affairsTask/part/decide': ({ orgId }) => ({ ids: [officeOf(orgId)], agree: true }),
  'POST /api/dwbg/affairsTask/acceptPassing': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsTask/part/reopen': (ids) => ({ ...part(ids), reason: '试' }),
  'POST /api/dwbg/affairsTask/part/void': (ids) => ({ ...part(ids), reason: '试' }),
  'GET /api/dwbg/affairsTask/form': ({ orgId }) => ({ id: officeOf(orgId) }),
  'PUT /api/dwbg/affairsTask/form': (ids) => ({
    ...part(ids),
    design: { free: true, rows: [], columns: [{ id: 'c1', name: '试', type: 'text' }], locked: [], sums: [] },
  }),
  'POST /api/dwbg/affairsTask/form/copy': (ids) => ({ ...part(ids), from: officeOf(ids.orgId) }),
  'POST /api/dwbg/affairsTask/form/quote': part,
  'GET /api/dwbg/affairsTask/form/fill': ({ orgId }) => ({ id: officeOf(orgId) }),
  'PUT /api/dwbg/affairsTask/form/fill': (ids) => ({ ...part(ids), rows: [] }),
  'GET /api/dwbg/affairsTask/form/names': () => ({ kind: 'org', keyWords: '试' }),
  'POST /api/dwbg/affairsTask/form/returnCells': (ids) => ({
    ...part(ids),
    cells: [{ row: 'r1', col: 'c1', reason: '试' }],
  }),
  'GET /api/dwbg/affairsTask/form/sum': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/affairsTask/form/below': ({ orgId }) => ({ id: officeOf(orgId), row: '*', col: 'c1' }),
  'POST /api/dwbg/affairsTask/form/export': ({ orgId }) => ({ id: officeOf(orgId), purpose: '试' }),
  'POST /api/dwbg/affairsTask/form/template': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsTask/form/print': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/affairsMeeting/{id}': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/affairsMeeting/invitees': ({ orgId }) => ({ id: officeOf(orgId) }),
  'GET /api/dwbg/affairsMeeting/placeTaken': () => ({
    place: '试',
    startsAt: meeting.startsAt,
    endsAt: meeting.endsAt,
  }),
  'GET /api/dwbg/affairsMeeting/people': () => ({ name: '试' }),
  'GET /api/dwbg/affairsMeeting/code': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsMeeting': () => meeting,
  'PUT /api/dwbg/affairsMeeting': (ids) => ({ ...part(ids), ...meeting }),
  'POST /api/dwbg/affairsMeeting/notify': part,
  'POST /api/dwbg/affairsMeeting/cancel': (ids) => ({ ...part(ids), reason: '试' }),
  'POST /api/dwbg/affairsMeeting/hold': part,
  'POST /api/dwbg/affairsMeeting/record': (ids) => ({ ...part(ids), minutes: '试', resolutions: [] }),
  'POST /api/dwbg/affairsMeeting/issue': part,
  'POST /api/dwbg/affairsMeeting/recall': (ids) => ({ ...part(ids), reason: '试' }),
  'POST /api/dwbg/affairsMeeting/resolutionTask': ({ orgId }) => ({ id: officeOf(orgId), resolutionId: '1' }),
  'POST /api/dwbg/affairsMeeting/remind': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsMeeting/answer': (ids) => ({ ...part(ids), answer: 2, reason: '试' }),
  'POST /api/dwbg/affairsMeeting/mark': ({ orgId }) => ({ id: officeOf(orgId), state: 1, reason: '试' }),
  'POST /api/dwbg/affairsMeeting/read': ({ orgId }) => ({ id: officeOf(orgId) }),
  'POST /api/dwbg/affairsMeeting/ownRecord': (ids) => ({ ...part(ids), record: '试' }),
  'POST /api/dwbg/affairsMeeting/print': ({ orgId }) => ({ id: officeOf(orgId), paper: 'notice' }),
  'GET /api/dwbg/own/affairsMeeting/{id}': () => ({ id: '1' }),
  'POST /api/dwbg/own/affairsMeeting/read': () => ({ id: '1' }),
  'POST /api/dwbg/own/affairsMeeting/answer': () => ({ id: '1', answer: 1 }),
  'POST /api/dwbg/own/affairsMeeting/sign': () => ({ id: '1', code: '1' }),
  'POST /api/dwbg/affairsTask/urge': ({ orgId }) => ({ id: officeOf(orgId) }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  officeTask: officeOf,
  officePart: officeOf,
  officeMeeting: officeOf,
  officeInvitee: officeOf,
};
