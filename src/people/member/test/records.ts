/** A good row of each tab of a person's record, by its kind; the order gives the own rows their ids. */
export const GOOD_RECORDS: Record<string, Record<string, unknown>> = {
  entering: { joinType: '2', joinedOn: '2020-05-06', fromOrg: '外地某党支部', letterNo: '2020-15' },
  inoff: { post: '05', orgName: '城关镇第一党支部', startedOn: '2021-03-01', documentNo: '城党〔2021〕3号' },
  adof: { post: '副主任', workUnit: '城关镇政务服务中心', rank: '4', startedOn: '2019-05-06' },
  resume: { startedOn: '2003-09-01', endedOn: '2007-06-30', place: '某省师范大学', post: '学生', witness: '黄文' },
  rewar: { type: '1', name: '11', approvedOn: '2021-07-01', approvedBy: '县委', level: '4' },
  repr: { congress: '中国共产党甲县第九次代表大会', level: '4', electedOn: '2021-10-12', termEndsOn: '2026-10-12' },
  family: { relation: '1', name: '周云', birthDate: '1982-03-04', politics: '01', workUnit: '县人民医院' },
  abroad: {
    country: '老挝',
    nature: '1',
    purpose: '2',
    leftAt: '2023-02-01',
    returnedAt: '2024-02-01',
    membership: '1',
  },
  diff: { type: '1', foundOn: '2022-05-01', detail: '长期治疗，收入减少', helper: '林正' },
  flre: { direction: '1', place: '某省某市', reason: '1', startedOn: '2022-02-10', contactOrg: '某市流动党员党支部' },
};

/** The row of a tab that the own rows give to a person (rows.ts). */
export const recordOf = (kind: string, memberId: string) =>
  String(1_000_000_000 * (Object.keys(GOOD_RECORDS).indexOf(kind) + 1) + Number(memberId));

/** The kind of tab that a call is about, by its path `/api/dyxx/{kind}/…`. */
export const kindOfPath = (path: string) => path.split('/')[3] ?? '';

/** Samples of the calls of all tabs. */
export const recordSamples: Record<string, (ids: { memberId: string }) => Record<string, unknown>> = {
  'POST /api/dyxx/family/rows': ({ memberId }) => ({ ownerId: memberId, rows: [GOOD_RECORDS.family] }),
  'PUT /api/dyxx/member/records/order': ({ memberId }) => ({ ownerId: memberId, kind: 'family', from: [], ids: [] }),
  ...Object.fromEntries(
    Object.entries(GOOD_RECORDS).flatMap(([kind, row]) => {
      const path = `/api/dyxx/${kind}`;
      return [
        [`GET ${path}/${kind === 'flre' ? 'flowRecode' : 'listPage'}`, ({ memberId }) => ({ memberId })],
        [`GET ${path}/{id}`, () => ({ id: '1' })],
        [`POST ${path}${kind === 'entering' ? '/add' : ''}`, ({ memberId }) => ({ memberId, ...row })],
        ...(kind === 'entering' ? [] : [[`PUT ${path}`, () => ({ id: '1', version: 1, ...row })] as const]),
        [`DELETE ${path}`, () => ({ id: '1', deleteReason: '试' })],
      ] satisfies (readonly [string, (ids: { memberId: string }) => Record<string, unknown>])[];
    }),
  ),
};
