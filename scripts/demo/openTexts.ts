/** Ids of the catalogue's items, in the order in which the migration that makes the module fills them in. */
export const ITEM = {
  duties: 1,
  rules: 2,
  review: 3,
  decision: 4,
  posts: 5,
  admission: 6,
  dues: 7,
  conduct: 8,
  tender: 11,
  lease: 13,
  welfare: 14,
  accounts: 16,
  townTender: 22,
  fees: 23,
} as const;

/** Something said about an affair by a demo account, and what was answered. */
export interface Said {
  by: number;
  /** Days before the first start; the answer came a day later. */
  ago: number;
  text: string;
  reply?: string;
}

/** An affair that somebody has written by hand. */
export interface Written {
  org: string;
  item: keyof typeof ITEM;
  /** Of which period; absent: 及时. */
  period?: 'year' | 'lastYear' | 'quarter';
  title: string;
  html: string;
  /** Days before the first start when it was published, or sent in, or last changed. */
  ago: number;
  days?: number;
  state?: 'draft' | 'pending' | 'returned' | 'withdrawn';
  /** Why it came back, or was taken down. */
  why?: string;
  /** The text before the correction, when it was published, and what the correction says. */
  before?: { html: string; ago: number; note: string };
  said?: readonly Said[];
}

const BRANCH = '渡口第一党支部';
const DUKOU = '渡口社区党总支';
const LIUXI = '柳溪村党总支';
const STREET = '江南街道党工委';
const MEMBER = 6;
const FLOATING = 7;

const lines = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
const list = (...texts: string[]) => `<ol>${texts.map((text) => `<li>${text}</li>`).join('')}</ol>`;
/** A table with its head in the first row. */
export const table = ([head = [], ...rows]: readonly (readonly string[])[]) =>
  `<table><thead><tr>${head.map((text) => `<th>${text}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

const meetingRoom = (cost: string) =>
  lines('经支部委员会提议、支部党员大会讨论，应到46人，实到41人，一致同意修缮党员活动室。') +
  list('更换桌椅24套、书柜2组；', '粉刷墙面并更换照明；', `所需费用${cost}，从党组织服务群众专项经费中列支。`) +
  lines('施工由社区按采购规定比价选定，完工后公开决算。');

/** What is worked on and published in 江南街道, at every stage. The oldest first. */
export const WRITTEN: readonly Written[] = [
  {
    org: BRANCH,
    item: 'duties',
    title: '支部委员会成员分工',
    ago: 230,
    days: 365,
    html: table([
      ['职务', '姓名', '分管工作'],
      ['书记', '陈建波', '主持支部全面工作，联系居民小组'],
      ['组织委员', '向春梅', '发展党员、党费收缴、组织生活'],
      ['纪检委员', '周正平', '党员教育监督、纪律检查'],
    ]),
  },
  {
    org: BRANCH,
    item: 'rules',
    title: '支部“三会一课”和主题党日制度',
    ago: 190,
    days: 365,
    html: list(
      '支部党员大会每季度召开1次，支部委员会每月召开1次，党小组会每月召开1至2次；',
      '党课每季度1次，书记每年至少讲1次；',
      '每月相对固定一天开展主题党日；',
      '因故不能参加的须事先请假，会后补课。',
    ),
  },
  {
    org: LIUXI,
    item: 'lease',
    title: '柳溪村鱼塘承包结果',
    ago: 120,
    days: 180,
    html:
      lines('村集体鱼塘2口共38亩，经村民代表会议表决后公开竞价，承包结果如下。') +
      table([
        ['地块', '面积', '承包期', '年承包费'],
        ['东塘', '22亩', '5年', '2.64万元'],
        ['西塘', '16亩', '5年', '1.76万元'],
      ]) +
      lines('承包费按年缴入村集体账户，用于村内公益事业。'),
  },
  {
    org: BRANCH,
    item: 'review',
    period: 'lastYear',
    title: '上年度民主评议党员结果',
    ago: 100,
    days: 60,
    html: lines('应参加评议45人，实际参加42人。评定优秀13人、合格29人；因病未参加的3人已说明情况。'),
  },
  {
    org: DUKOU,
    item: 'posts',
    title: '渡口社区党总支委员增补结果',
    ago: 76,
    days: 90,
    html: lines('经党员大会选举，并报街道党工委批复，谭志远同志增补为渡口社区党总支组织委员。'),
  },
  {
    org: STREET,
    item: 'fees',
    period: 'year',
    title: '街道便民服务中心收费项目与标准',
    ago: 64,
    days: 365,
    html:
      lines('街道便民服务中心办理事项均不收取费用。代收项目如下：') +
      table([
        ['项目', '标准', '依据'],
        ['城乡居民医疗保险', '按当年公布的个人缴费标准', '市医疗保障局通知'],
        ['城乡居民养老保险', '自选档次', '市人力资源和社会保障局通知'],
      ]),
  },
  {
    org: DUKOU,
    item: 'tender',
    title: '渡口社区老旧小区雨污管网改造招标结果',
    ago: 52,
    days: 60,
    html:
      lines('项目经居民代表会议表决，由街道公共资源交易站公开招标，三家单位参加。') +
      table([
        ['项目', '内容'],
        ['中标单位', '峡州江南市政工程有限公司'],
        ['中标价', '86.40万元'],
        ['工期', '60天'],
        ['监督人', '居务监督委员会'],
      ]),
    said: [
      {
        by: FLOATING,
        ago: 40,
        text: '3号楼前的检查井在不在这次改造范围内？',
        reply: '在范围内，安排在第二段施工，开工前在楼栋张贴通知。',
      },
    ],
  },
  {
    org: BRANCH,
    item: 'decision',
    title: '关于修缮党员活动室的决定',
    ago: 21,
    days: 60,
    html: meetingRoom('18600元'),
    before: { html: meetingRoom('16800元'), ago: 30, note: '原文费用漏计照明改造1800元，按采购结果更正' },
    said: [
      {
        by: MEMBER,
        ago: 27,
        text: '照明改造的费用算进去了吗？',
        reply: '原文漏计1800元，已更正为18600元。谢谢提醒。',
      },
      { by: FLOATING, ago: 2, text: '建议活动室装一块屏幕，方便在外的党员视频参加会议。' },
    ],
  },
  {
    org: STREET,
    item: 'decision',
    title: '江南街道党群服务中心周末开放安排',
    ago: 18,
    days: 90,
    html: lines('经街道党工委会议研究，党群服务中心周六、周日9:00至17:00开放，由机关党支部和各社区轮流值班。'),
  },
  {
    org: LIUXI,
    item: 'welfare',
    period: 'quarter',
    title: '柳溪村最低生活保障对象名额和标准',
    ago: 14,
    days: 30,
    html: lines('本季度在册低保9户14人，新增1户，退出1户。名单在村务公开栏张贴，有异议的请向村务监督委员会反映。'),
  },
  {
    org: BRANCH,
    item: 'conduct',
    period: 'lastYear',
    title: '节日期间廉洁纪律提醒',
    ago: 12,
    days: 30,
    state: 'withdrawn',
    why: '与街道统一通知重复',
    html: lines('请全体党员遵守中央八项规定及其实施细则精神，不收送礼品礼金，不参加影响公正履职的宴请。'),
  },
  {
    org: BRANCH,
    item: 'admission',
    title: '拟接收陈雨桐同志为预备党员公示',
    ago: 4,
    days: 15,
    html:
      lines(
        '经支部委员会审查、街道党工委预审，拟接收陈雨桐同志为中共预备党员，现予公示，公示期五个工作日。',
        '如有意见，请向支部委员会或街道党工委党建办公室反映。',
      ) +
      table([
        ['姓名', '性别', '现任职务', '培养联系人'],
        ['陈雨桐', '女', '社区工作者', '向春梅、周正平'],
      ]),
  },
  {
    org: BRANCH,
    item: 'decision',
    title: '关于在职党员认领社区服务岗位的安排',
    ago: 3,
    days: 30,
    state: 'returned',
    why: '请写明各岗位的时间和联系人',
    html: lines('支部在职党员按特长认领治安巡逻、助老送餐、课后辅导三类岗位，每人每月服务不少于两小时。'),
  },
  {
    org: STREET,
    item: 'townTender',
    title: '江南街道社区食堂改造项目招标结果',
    ago: 1,
    days: 30,
    state: 'pending',
    html:
      lines('项目经街道办事处主任办公会议研究，委托市公共资源交易中心公开招标。') +
      table([
        ['项目', '内容'],
        ['中标单位', '峡州宜居建筑工程有限公司'],
        ['中标价', '128.60万元'],
        ['工期', '90天'],
      ]),
  },
  {
    org: BRANCH,
    item: 'posts',
    title: '关于表彰优秀共产党员的决定',
    ago: 1,
    days: 15,
    state: 'pending',
    html: lines('经支部党员大会推荐、支部委员会研究，拟表彰田晓雯、周正平两名同志为年度优秀共产党员。'),
  },
  {
    org: BRANCH,
    item: 'decision',
    title: '关于组织党员义诊服务的安排',
    ago: 0,
    days: 15,
    state: 'draft',
    html: lines('拟于本月主题党日在社区广场开展义诊，由在职党员中的医务人员参加。'),
  },
];
