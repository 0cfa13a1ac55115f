import { Link, useParams } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { memberRank, type RankRow } from '../contract.ts';
import { pointsText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './points.css';

const KEPT = ['tab'];
/** Where 免考 is asked for and confirmed from above. */
const EXEMPTIONS = '/integral/exemptionsSet?tab=people';
const now = new Date().getFullYear();
const YEARS = [now, now - 1, now - 2];

const COLUMNS: readonly Column<RankRow>[] = [
  {
    key: 'place',
    title: '名次',
    width: 70,
    card: 'side',
    cell: (row) => (row.place === null ? <span className="tag">免考</span> : row.place),
  },
  {
    key: 'name',
    title: '姓名',
    width: 110,
    card: 'title',
    cell: (row) => <Link to={PATHS.person(row.id)}>{row.name}</Link>,
  },
  { key: 'orgName', title: '党支部', width: 210, card: 'line', cell: (row) => row.orgName },
  {
    key: 'score',
    title: '总分',
    width: 80,
    card: 'tag',
    cell: (row) => <b>{row.place === null ? '—' : pointsText(row.score)}</b>,
  },
  { key: 'plus', title: '加分', width: 80, cell: (row) => `+${pointsText(row.plus)}` },
  { key: 'minus', title: '减分', width: 80, cell: (row) => (row.minus === 0 ? '0' : `−${pointsText(row.minus)}`) },
  {
    key: 'exempt',
    title: '说明',
    width: 150,
    cell: (row) =>
      [row.floating ? '流动党员' : '', row.exempt].filter(Boolean).join('，') || <span className="muted">—</span>,
  },
  {
    key: 'year',
    title: '年份',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: {
      kind: 'choice',
      name: 'year',
      options: YEARS.map((year) => ({ value: String(year), label: `${year}年` })),
    },
  },
];

interface Extra {
  year: number;
  org: { name: string };
  setName: string;
  base: number;
  mean: number | null;
  counted: number;
  exempt: number;
}

/** 党员积分排名 below an organisation: of the address, or the session's own. */
export function RankList() {
  const { id } = useParams();
  const session = useSession();
  const mayWrite = may(session, 'assess:score');
  return (
    <div className="list-page">
      <PageHead title={id ? '党员积分排名' : '积分管理'} />
      <PlainList<RankRow, Extra>
        caption="党员积分排名"
        endpoint={memberRank}
        columns={COLUMNS}
        keep={KEPT}
        search={{ name: 'keyWords', placeholder: '姓名' }}
        unit="人"
        inputOf={({ tab: _tab, ...values }) => ({ ...values, ...(id ? { orgId: id } : {}) })}
        note={(answer) => (
          <span className="muted">
            {answer.org.name}
            {answer.setName
              ? `，${answer.year}年，执行《${answer.setName}》，基础分${pointsText(answer.base)}`
              : '，还没有发布积分办法'}
            {answer.mean !== null && `，平均${pointsText(answer.mean)}分`}
            {answer.exempt > 0 && `，免考${answer.exempt}人`}
          </span>
        )}
        acts={(row) => (
          <span className="record-row-acts">
            <ButtonLink look="row" to={PATHS.person(row.id)}>
              查看
            </ButtonLink>
            {mayWrite && (
              <ButtonLink look="row" to={EXEMPTIONS}>
                免考
              </ButtonLink>
            )}
          </span>
        )}
        empty={{
          title: '没有可排名的党员',
          text: '正式党员和预备党员进入积分排名；积分办法由上级或本级在“积分办法”中发布。',
        }}
      />
    </div>
  );
}

export default RankList;
