import type { Account } from './accounts.ts';
import { addDays } from './days.ts';
import type { Org } from './org.ts';
import type { Random } from './random.ts';

export interface Notice {
  id: number;
  /** Dictionary 0178. */
  type: string;
  title: string;
  remark: string;
  org: Org;
  createdBy: string;
  /** ISO 8601 with zone. */
  createdAt: string;
}

export interface Recipient {
  id: number;
  noticeId: number;
  accountId: number;
  isHandle: boolean;
  isRead: boolean;
  handledAt: string | null;
}

interface Draft {
  from: string;
  type: string;
  /** Days before today. */
  ago: number;
  /** Party workers alone, or everybody below the sender. */
  to: 'workers' | 'all';
  title: string;
  remark: string;
}

const chineseDay = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

function drafts(today: string): Draft[] {
  const on = (days: number) => chineseDay(addDays(today, days));
  const city = '中共峡州市委员会';
  const district = '中共临峡区委员会';
  const street = '江南街道党工委';
  const college = '峡州职业技术学院党委';
  return [
    {
      from: city,
      type: '1',
      ago: 1,
      to: 'workers',
      title: '做好年度组织生活会和民主评议工作',
      remark: `请各基层党组织于${on(40)}前完成年度组织生活会和民主评议党员，评议结果及时录入。`,
    },
    {
      from: city,
      type: '4',
      ago: 2,
      to: 'workers',
      title: `党内统计年报布置会${on(7)}召开`,
      remark: `会议于${on(7)}9:00在市委党校二楼报告厅召开，请各单位党务工作者参加。`,
    },
    {
      from: street,
      type: '2',
      ago: 4,
      to: 'all',
      title: '陈雨桐等6名同志拟接收为预备党员',
      remark: '公示期五个工作日。如有意见，请向街道党工委党建办公室反映。',
    },
    {
      from: city,
      type: '3',
      ago: 7,
      to: 'all',
      title: '微党课：发展党员细则修订要点',
      remark: '请结合主题党日组织学习，重点掌握上级党委同意和公示的新规定。',
    },
    {
      from: city,
      type: '5',
      ago: 1,
      to: 'all',
      title: `${on(2)}22:00起维护，暂停办理2小时`,
      remark: '维护期间不能登录，正在填写的内容请提前保存。',
    },
    {
      from: district,
      type: '6',
      ago: 3,
      to: 'workers',
      title: '信息完整率低于95%的党组织请补齐',
      remark: '请在本月底前补齐党员的现居住地、手机号和学历，补齐后参加年度统计核对。',
    },
    {
      from: district,
      type: '1',
      ago: 5,
      to: 'workers',
      title: '开展党组织届满排查',
      remark: '对六个月内届满的党组织逐一提醒，不得无故延期换届。',
    },
    {
      from: street,
      type: '4',
      ago: 6,
      to: 'all',
      title: `${on(5)}举办社区党员集中培训`,
      remark: '地点：江南街道党群服务中心三楼。请提前十分钟签到。',
    },
    {
      from: college,
      type: '1',
      ago: 3,
      to: 'all',
      title: '做好毕业生党员组织关系排查',
      remark: '请各党总支核对去年毕业生党员的去向，尚未转出的逐人联系。',
    },
    {
      from: college,
      type: '3',
      ago: 9,
      to: 'all',
      title: '学生党支部主题党日学习材料',
      remark: '学习材料已发布，请各学生党支部在本月主题党日组织讨论。',
    },
    {
      from: city,
      type: '1',
      ago: 12,
      to: 'workers',
      title: '做好第四季度党费收缴工作',
      remark: '请各支部按月收缴，困难党员减免须报上级党委批准。',
    },
    {
      from: district,
      type: '3',
      ago: 14,
      to: 'all',
      title: '学习党员教育管理工作条例',
      remark: '普通党员每年集中学习不少于32学时。',
    },
    {
      from: street,
      type: '1',
      ago: 16,
      to: 'workers',
      title: '核对流动党员联系情况',
      remark: '请各支部联系人本月与流动党员至少联系一次。',
    },
    {
      from: city,
      type: '4',
      ago: 19,
      to: 'workers',
      title: '党务工作者业务培训班报名',
      remark: '培训三天，共24学时，名额分配到各区县。',
    },
    {
      from: street,
      type: '2',
      ago: 22,
      to: 'all',
      title: '渡口社区党总支换届候选人预备人选公示',
      remark: '公示期五个工作日。',
    },
    {
      from: city,
      type: '1',
      ago: 26,
      to: 'all',
      title: '组织开展秋冬季志愿服务',
      remark: '在职党员到居住社区报到，按需认领岗位。',
    },
    {
      from: district,
      type: '6',
      ago: 30,
      to: 'workers',
      title: '上季度三会一课尚有12个支部未达标',
      remark: '请所属党委督促补开，并在系统中登记。',
    },
    {
      from: city,
      type: '5',
      ago: 34,
      to: 'all',
      title: '系统新增党员导入工作台',
      remark: '正确的行先入库，只需修正错误的行。',
    },
    {
      from: street,
      type: '1',
      ago: 40,
      to: 'workers',
      title: '做好重阳节走访慰问老党员工作',
      remark: '对党龄满五十年的老党员逐户走访。',
    },
    {
      from: city,
      type: '3',
      ago: 47,
      to: 'all',
      title: '十月份主题党日学习内容',
      remark: '请结合本单位工作实际开展讨论。',
    },
    {
      from: college,
      type: '4',
      ago: 28,
      to: 'workers',
      title: '党支部书记述职评议会安排',
      remark: '请各党支部书记准备述职材料。',
    },
  ];
}

/** Notices of the last weeks to the demo accounts; the older ones are settled, most of them read. */
export function makeNotices(random: Random, orgs: readonly Org[], accounts: readonly Account[], today: string) {
  const notices: Notice[] = [];
  const recipients: Recipient[] = [];
  for (const { from, type, ago, to, title, remark } of drafts(today).sort((one, other) => other.ago - one.ago)) {
    const org = orgs.find(({ name }) => name === from);
    if (!org) throw new Error(`no organisation ${from}`);
    const at = (days: number) =>
      `${addDays(today, -days)}T${String(random.int(8, 17)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00+08:00`;
    const notice: Notice = {
      id: notices.length + 1,
      type,
      title,
      remark,
      org,
      createdBy: org.shortName || org.name,
      createdAt: at(ago),
    };
    notices.push(notice);
    for (const account of accounts) {
      const reached = account.grants.some(
        ({ roleId, org: { code } }) => code.startsWith(org.code) && (to === 'all' || roleId === 1 || roleId === 3),
      );
      if (!reached) continue;
      const isHandle = ago > 5;
      recipients.push({
        id: recipients.length + 1,
        noticeId: notice.id,
        accountId: account.id,
        isHandle,
        isRead: isHandle && random.chance(0.9),
        handledAt: isHandle ? at(Math.max(1, ago - 2)) : null,
      });
    }
  }
  return { notices, recipients };
}
