import type { AnyNoun } from '#platform/noun/noun.ts';
import type { DemoCity } from '#platform/server/module.ts';
import { nounColumnsOf } from '#platform/server/noun/queries.ts';
import { bigEvent } from '../nouns/bigEvent.ts';
import { device } from '../nouns/device.ts';
import { honor } from '../nouns/honor.ts';
import { publicity } from '../nouns/publicity.ts';
import { study } from '../nouns/study.ts';
import { welcome } from '../nouns/welcome.ts';

interface Org {
  id: number;
  code: string;
  name: string;
}
/** Every so manieth organisation of the demo has a room with a screen. */
const EVERY = 3;
/** Those in whose name the demo's visitors work have one in any case. */
const VISITED = /(江南街道党工委|渡口第一党支部)$/;
const withScreen = (orgs: readonly Org[]) => orgs.filter(({ name }, at) => at % EVERY === 0 || VISITED.test(name));
const rowsOf = <V extends object>(noun: AnyNoun, orgs: readonly Org[], valuesOf: (org: Org, at: number) => V[]) =>
  withScreen(orgs).flatMap((org, at) =>
    valuesOf(org, at).map((values) =>
      nounColumnsOf(noun as never, { ...values, orgId: String(org.id) } as never, org.code),
    ),
  );

/** Two terminals of each; the second is bound when the demo starts (scripts/demo/boxMedia.ts). */
const deviceRows = (orgs: readonly Org[]) =>
  rowsOf(device, orgs, (org) =>
    [
      ['一楼大厅立式屏', '党群服务中心一楼大厅', 'A'],
      ['党员活动室横屏', '二楼党员活动室', 'B'],
    ].map(([name = '', place = '', mark]) => ({
      name,
      place,
      code: `ZD-${String(org.id).padStart(5, '0')}-${mark}`,
      ...{ groupId: null, opens: '08:00', closes: '21:00', isWall: false },
      ...{ showsPublicity: true, showsWelcome: mark === 'A', showsHonor: true, showsEvent: true },
      ...{ showsMedia: true, showsEdu: true, showsVote: true, showsLife: true },
    })),
  );

/** One greeting for each, most of them shown now; `today` as `YYYY-MM-DD`. */
const welcomeRows = (orgs: readonly Org[], today: string) =>
  rowsOf(welcome, orgs, ({ name }, at) => [
    {
      title: at % 2 === 0 ? '热烈欢迎各位领导莅临指导' : '欢迎兄弟单位前来交流',
      visitors: at % 2 === 0 ? '上级党委调研组' : '结对共建支部',
      content: `${name}全体党员热烈欢迎各位来宾！请在党群服务中心一楼签到，参观路线见右侧导览。`,
      startsOn: today,
      endsOn: `${Number(today.slice(0, 4)) + 1}-12-31`,
      background: '',
      visitFrom: '',
      visitTo: '',
    },
  ]);

const TOLD = [
  ['党群服务中心开放时间', '<p>周一至周日8:30至20:30，党员活动室、图书角和谈心谈话室均可预约使用。</p>', 'published'],
  ['主题党日活动预告', '<p>每月20日为固定主题党日，请党员提前安排好工作，按时参加。</p>', 'published'],
  ['志愿服务岗位招募', '<p>招募政策宣讲、文明劝导、关爱老人三类岗位，到服务台报名。</p>', 'draft'],
] as const;

const TAUGHT = [
  [
    '应知应会：党支部工作条例要点',
    '区委组织部',
    '<h2>党员大会</h2><p>一般每季度召开一次，讨论和决定支部的重要事项。</p><h2>支委会</h2><p>一般每月召开一次，研究贯彻落实上级党组织部署。</p><h2>党小组会</h2><p>一般每月召开一次。</p>',
    'published',
  ],
  [
    '怎样写好一份思想汇报',
    '街道党建办',
    '<p>写真实的想法，联系具体的事。汇报近期的学习、工作和思想变化，一件一件写，不求长。</p>',
    'published',
  ],
  ['八项规定精神学习提纲', '街道纪工委', '<p>整理中。</p>', 'draft'],
] as const;

/** What there is to learn from in each. */
const studyRows = (orgs: readonly Org[]) =>
  rowsOf(study, orgs, () =>
    TAUGHT.map(([title, source, content, state]) => ({ title, source, content, state, files: '' })),
  );

/** What each tells in its hall. */
const publicityRows = (orgs: readonly Org[]) =>
  rowsOf(publicity, orgs, ({ name }) =>
    TOLD.map(([title, content, state]) => ({ title, source: name, content, files: '', state })),
  );

/** Honours of each: one of its own, one of somebody in it. */
const honorRows = (orgs: readonly Org[], today: string) => {
  const year = Number(today.slice(0, 4));
  return rowsOf(honor, orgs, (_org, at) => [
    {
      title: '先进基层党组织',
      kind: 'org',
      receiver: '',
      level: at % 3 === 0 ? 'city' : 'county',
      giver: at % 3 === 0 ? '中共峡州市委员会' : '中共临峡区委员会',
      givenOn: `${year - 1}-07-01`,
      state: 'published',
      remark: '组织生活规范，服务群众有实招，年度考核为优秀等次。',
      pictures: '',
    },
    {
      title: '优秀共产党员',
      kind: 'person',
      receiver: '王守渡',
      level: 'town',
      giver: '江南街道党工委',
      givenOn: `${year - 2}-07-01`,
      state: 'published',
      remark: '连续五年担任网格志愿者，累计服务群众一千二百余人次。',
      pictures: '',
    },
  ]);
};

/** What happened in each, over some years. */
const eventRows = (orgs: readonly Org[], today: string) => {
  const year = Number(today.slice(0, 4));
  const happened = (title: string, happenedOn: string, content: string, state = 'published') => ({
    title,
    happenedOn,
    place: '党群服务中心',
    content,
    state,
    pictures: '',
  });
  return rowsOf(bigEvent, orgs, ({ name }) => [
    happened('党群服务中心建成启用', `${year - 3}-06-28`, '服务大厅、党员活动室和图书角同日对外开放。'),
    happened(
      '与驻区单位签订共建协议',
      `${year - 2}-03-15`,
      '与五家驻区单位签订共建协议，形成资源、需求、项目三张清单。',
    ),
    happened('召开换届选举党员大会', `${year - 1}-10-20`, `${name}召开党员大会，选举产生新一届领导班子。`),
    happened('获评先进基层党组织', `${year - 1}-07-01`, '在庆祝建党大会上受到表彰。'),
  ]);
};

/** The rows of this room in the demo, by table. */
export const demoRows = ({ orgs, today }: DemoCity) => ({
  box_device: deviceRows(orgs),
  box_welcome: welcomeRows(orgs, today),
  box_publicity: publicityRows(orgs),
  box_study: studyRows(orgs),
  box_honor: honorRows(orgs, today),
  box_event: eventRows(orgs, today),
});
