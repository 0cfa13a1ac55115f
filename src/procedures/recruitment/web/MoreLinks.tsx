import { Link } from 'react-router';
import { may, useSession } from '#platform/web/session/session.ts';
import { PATHS } from './paths.ts';

/** Pages about all files, each with what it is for, for whoever may open it. */
const PLACES: readonly { to: string; title: string; about: string; right: string }[] = [
  { to: PATHS.due, title: '期限', about: '本月哪天到期、哪天起可以办，谁的超期了', right: 'recruit:write' },
  { to: PATHS.talks, title: '我的谈话', about: '派我去谈话的时间和地点', right: 'recruit:read' },
  { to: PATHS.meetings, title: '会议和表决', about: '各次会议的应到实到、逐人表决', right: 'recruit:write' },
  { to: PATHS.publicities, title: '公示', about: '公示中的人、收到的反映和核查', right: 'recruit:write' },
  { to: PATHS.plan, title: '发展计划', about: '下达的名额和接收进度', right: 'recruit:write' },
  { to: PATHS.forms, title: '志愿书编号', about: '号段登记、下发、换发、作废', right: 'recruit:number' },
  { to: PATHS.imports, title: '导入台账', about: '按表补录以往步骤、集中培训、考察和思想汇报', right: 'recruit:write' },
  { to: PATHS.handovers, title: '材料移交', about: '转到别的支部时两方签字的材料清单', right: 'recruit:write' },
  { to: PATHS.templates, title: '材料模板', about: '打印的材料上写什么，各个版本', right: 'recruit:template' },
  { to: PATHS.printers, title: '打印机校准', about: '套打志愿书以前量一次，误差不超过半毫米', right: 'recruit:write' },
  { to: PATHS.rules, title: '规则和工作日历', about: '每步核对什么、依据哪一条', right: 'recruit:read' },
  { to: PATHS.corrections, title: '更正和终止', about: '登记有误的类别和日期，终止培养的申请', right: 'recruit:write' },
];

/** The card of the overview that leads to them. */
export function MoreLinks() {
  const session = useSession();
  const places = PLACES.filter(({ right }) => may(session, right));
  if (places.length === 0) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2>台账和管理</h2>
      </div>
      <ul className="fz-desks">
        {places.map(({ to, title, about }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
            <span className="muted">{about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
