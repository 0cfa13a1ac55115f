import { pageOfTrainingNumbers, pageOfTrainingPeople, trainingNumbers } from '#learning/course/server/index.ts';
import {
  knowledgeNumbers,
  pageOfKnowledge,
  pageOfVideoNumbers,
  videoNumbers,
} from '#learning/education/server/index.ts';
import { dutyOf, orgsBelow } from '#people/studyHours/server/index.ts';
import { shareOf } from '#platform/text/share.ts';
import { childLength, indexByPlace, type Numbers, type Report } from '../../kit.ts';
import { minutesOf, published, used, users } from './studyLists.ts';

/** More organisations than any has below it. */
const ALL = 10_000;

/** 知识库报表. */
export const knowledge: Report = {
  key: 'knowledge',
  words: [
    '文档按发布组织归属，是现在已发布的；阅读按读者现在所在的党支部归属，打开过一篇文档算一次，阅读人数在合计中按组织相加。',
    '阅读时长是页面在看的时间，不折算学时（学时见培训报表）。没有党员档案的账号不在其内。',
  ],
  columns: [
    { key: 'documents', title: '已发布', unit: 'copies', group: '文档', listed: true },
    { key: 'required', title: '其中：必读', unit: 'copies', group: '文档', listed: true },
    { key: 'people', title: '阅读人数', unit: 'people', group: '阅读', listed: true },
    { key: 'readings', title: '阅读', unit: 'persons', group: '阅读', listed: true },
    { key: 'favourites', title: '收藏', unit: 'persons', group: '阅读', listed: true },
    { key: 'minutes', title: '时长', unit: 'minutes', group: '阅读', listed: true },
  ],
  async count({ db, scope, org }) {
    const rows = await knowledgeNumbers(db, scope, childLength({ org }));
    return indexByPlace(rows.map(({ seconds, ...row }) => ({ ...row, minutes: minutesOf(seconds) })));
  },
  list: {
    unit: 'copies',
    first: 'minutes',
    title: '读得最多的文档',
    columns: [
      { key: 'title', title: '文档', width: 300 },
      { key: 'orgName', title: '发布组织', width: 240 },
      { key: 'people', title: '阅读人数', width: 100, kind: 'number' },
      { key: 'minutes', title: '时长（分钟）', width: 110, kind: 'number' },
      { key: 'last', title: '最近阅读', width: 110 },
    ],
    async page({ db, scope }, _column, limit, offset) {
      const found = await pageOfKnowledge(db, scope, limit, offset);
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: row.id,
          href: null,
          cells: [row.title, row.orgName, String(row.people), String(minutesOf(row.seconds)), row.last ?? ''],
        })),
      };
    },
  },
  lists: [
    published('copies', ['documents', 'required'], (column) => (column === 'required' ? 'required' : 'document')),
    users('readers'),
    used(['readings', 'favourites']),
  ],
};

/** 电教片报表. */
export const films: Report = {
  key: 'dianjiaopian',
  words: [
    '片源按发布组织归属，是现在已发布的视频；收看按党员现在所在的党支部归属，一人看一部算一人次，收看人数在合计中按组织相加。',
    '看完：看过的秒数达到该片要求的比例（一般90%）；时长是看过的内容，重复看的不重复计（《中国共产党党员教育管理工作条例》第十九条）。',
  ],
  periods: ['year'],
  columns: [
    { key: 'videos', title: '已发布', unit: 'films', group: '片源', listed: true },
    { key: 'length', title: '片长', unit: 'minutes', group: '片源', listed: true },
    { key: 'people', title: '收看人数', unit: 'people', group: '收看', listed: true },
    { key: 'views', title: '收看', unit: 'persons', group: '收看', listed: true },
    { key: 'done', title: '看完', unit: 'persons', group: '收看', listed: true },
    { key: 'minutes', title: '时长', unit: 'minutes', group: '收看', listed: true },
    { key: 'rate', title: '看完率', unit: 'percent', of: ({ done, views }) => shareOf(done, views) },
  ],
  async count({ db, scope, org, span }) {
    const rows = await videoNumbers(db, scope, childLength({ org }), Number(span.value));
    return indexByPlace(
      rows.map(({ seconds, watched, ...row }) => ({ ...row, length: minutesOf(seconds), minutes: minutesOf(watched) })),
    );
  },
  list: {
    unit: 'films',
    first: 'minutes',
    title: '收看最多的视频',
    columns: [
      { key: 'title', title: '片名', width: 300 },
      { key: 'orgName', title: '发布组织', width: 240 },
      { key: 'length', title: '片长（分钟）', width: 110, kind: 'number' },
      { key: 'views', title: '收看人次', width: 90, kind: 'number' },
      { key: 'done', title: '看完人次', width: 90, kind: 'number' },
      { key: 'minutes', title: '时长（分钟）', width: 110, kind: 'number' },
    ],
    async page({ db, scope, span }, _column, limit, offset) {
      const found = await pageOfVideoNumbers(db, scope, Number(span.value), limit, offset);
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: row.id,
          href: null,
          cells: [
            row.title,
            row.orgName,
            String(minutesOf(row.seconds)),
            String(row.views),
            String(row.done),
            String(minutesOf(row.watched)),
          ],
        })),
      };
    },
  },
  lists: [published('films', ['videos', 'length'], () => 'video'), users('viewers'), used(['views', 'done'])],
};

const HOURS = '/education/hours';

/** 培训报表: who has the hours of the year, and trainings away from the platform. */
export const train: Report = {
  key: 'train',
  words: [
    '应完成学时的是党籍正常的正式党员和预备党员，普通党员每年一般不少于32学时，基层党组织书记和班子成员不少于56学时并至少参加1次集中培训（《中国共产党党员教育管理工作条例》第二十条）。',
    '线下培训按登记组织归属，是本年结束、没有撤回的；参加按党员现在所在的党支部归属。学时口径与“学时”相同。',
  ],
  periods: ['year'],
  columns: [
    {
      key: 'members',
      title: '应完成',
      unit: 'people',
      group: '学时',
      href: (id, { value }) => `${HOURS}?year=${value}&orgId=${id}`,
    },
    {
      key: 'met',
      title: '已完成',
      unit: 'people',
      group: '学时',
      href: (id, { value }) => `${HOURS}?state=met&year=${value}&orgId=${id}`,
    },
    {
      key: 'behind',
      title: '未完成',
      unit: 'people',
      group: '学时',
      isLate: true,
      href: (id, { value }) => `${HOURS}?state=behind&year=${value}&orgId=${id}`,
    },
    { key: 'rate', title: '完成率', unit: 'percent', of: ({ met, members }) => shareOf(met, members) },
    { key: 'trainings', title: '培训', unit: 'times', group: '线下培训', listed: true },
    { key: 'central', title: '其中：集中培训', unit: 'times', group: '线下培训', listed: true },
    { key: 'people', title: '参加', unit: 'persons', group: '线下培训', listed: true },
  ],
  async count({ db, scope, org, span, children }) {
    const year = Number(span.value);
    const duty = await dutyOf(db, year);
    const [hours, trainings] = await Promise.all([
      orgsBelow(db, scope, org.code, year, duty, ALL, 0),
      trainingNumbers(db, scope, childLength({ org }), span.from, span.to),
    ]);
    const codes = new Map([[org.id, org.code], ...children.map(({ id, code }) => [id, code] as const)]);
    const byCode = new Map<string, Numbers>();
    const add = (code: string, numbers: Numbers) => byCode.set(code, { ...byCode.get(code), ...numbers });
    for (const { id, people, met } of hours.rows)
      add(codes.get(id) ?? `gone ${id}`, { members: people, met, behind: people - met });
    for (const { place, trainings: held, central, people } of trainings)
      add(place, { trainings: held, central, people });
    const zeros = { members: 0, met: 0, behind: 0, trainings: 0, central: 0, people: 0 };
    return { byCode: new Map([...byCode].map(([code, numbers]) => [code, { ...zeros, ...numbers }])) };
  },
  list: {
    unit: 'times',
    first: 'trainings',
    title: '线下培训',
    columns: [
      { key: 'title', title: '培训', width: 280 },
      { key: 'orgName', title: '登记组织', width: 240 },
      { key: 'days', title: '日期', width: 200 },
      { key: 'minutes', title: '学时（分钟）', width: 110, kind: 'number' },
      { key: 'central', title: '集中培训', width: 90 },
      { key: 'people', title: '参加人数', width: 90, kind: 'number' },
    ],
    async page({ db, scope, span }, column, limit, offset) {
      const onlyCentral = column === 'central';
      const found = await pageOfTrainingNumbers(db, scope, span.from, span.to, onlyCentral, limit, offset);
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: row.id,
          href: `/education/training/${row.id}`,
          cells: [
            row.title,
            row.orgName,
            row.startsOn === row.endsOn ? row.startsOn : `${row.startsOn} 至 ${row.endsOn}`,
            String(row.minutes),
            row.central ? '是' : '',
            String(row.people),
          ],
        })),
      };
    },
  },
  lists: [
    {
      of: ['people'],
      unit: 'persons',
      first: 'people',
      columns: [
        { key: 'name', title: '姓名', width: 110 },
        { key: 'branch', title: '党支部', width: 280 },
        { key: 'title', title: '培训', width: 280 },
        { key: 'endsOn', title: '结束日期', width: 110, kind: 'day' },
        { key: 'minutes', title: '学时（分钟）', width: 110, kind: 'whole' },
      ],
      async page({ db, scope, span }, _column, limit, offset) {
        const found = await pageOfTrainingPeople(db, scope, span.from, span.to, limit, offset);
        return {
          total: found.total,
          rows: found.rows.map((row) => ({
            id: row.id,
            href: `/affairs/member/browse/${row.memberId}`,
            cells: [row.name, row.branch, row.title, row.endsOn, String(row.minutes)],
          })),
        };
      },
    },
  ],
};
