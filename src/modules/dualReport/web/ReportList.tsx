import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDict } from '#modules/dictionary/web/pickers.ts';
import { useOrgSide } from '#modules/org/web/pickers.nouns.tsx';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import type { MenuAct } from '#platform/web/dialogs/Menu.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { useAct } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { may, useSession } from '#platform/web/session.ts';
import { exportReports, listReports, type ReportRow, VIEWS } from '../contract.ts';
import { POSTS } from '../rules.ts';
import { PATHS } from './paths.ts';
import { reportColumns } from './reportColumns.tsx';

type Answer = ReplyOf<typeof listReports>;
const VIEW_TABS = [{ value: '', label: '全部' }, ...Object.entries(VIEWS).map(([value, label]) => ({ value, label }))];

/** `/service/reportList`: who has reported to the communities of the scope, and where the own people have reported. */
export default function ReportList() {
  const navigate = useNavigate();
  const session = useSession();
  const side = useOrgSide();
  const posts = useDict(POSTS)[POSTS];
  const menu = (row: ReportRow): MenuAct[] => [
    { label: '详情', icon: 'eye', run: () => navigate(PATHS.detail(row.id)) },
    ...(row.can.decide
      ? [{ label: '审核', icon: 'check', run: () => navigate(PATHS.detail(row.id)) } satisfies MenuAct]
      : []),
  ];
  return (
    <ListPage<ReportRow, Answer>
      title="报到列表"
      path={PATHS.list}
      endpoint={listReports}
      columns={reportColumns(posts, true)}
      search={{ name: 'keyWords', placeholder: '姓名' }}
      unit="人"
      views={{ list: VIEW_TABS, counts: ({ counts }) => counts }}
      {...(side ? { side } : {})}
      acts={(list) => (
        <>
          <Link className="button" to={PATHS.pairs}>
            组织报到
          </Link>
          <ExportAct state={list.state} />
          <Link className="button" to={PATHS.memberCount}>
            党员统计
          </Link>
          <Link className="button" to={PATHS.configuration}>
            配置
          </Link>
          {may(session, 'sbd:audit') && (
            <Link className="button" to={PATHS.desk}>
              <Icon name="check" />
              报到审核
            </Link>
          )}
          {may(session, 'sbd:write') && (
            <Link className="button primary" to={PATHS.add}>
              <Icon name="plus" />
              党员报到
            </Link>
          )}
        </>
      )}
      note={(_list, answer) =>
        answer && answer.late > 0 ? (
          <div className="banner warn">
            <Icon name="warning" />
            <span className="grow">{answer.late}件报到超过7天没有审核。</span>
            <Link to={`${PATHS.list}?late=1`}>只看超期的</Link>
          </div>
        ) : null
      }
      row={{ label: (row) => row.name, href: (row) => PATHS.detail(row.id), editHref: () => null, menu }}
      empty={{ title: '还没有党员报到', text: '在职党员到居住地社区党组织报到，由本人或党支部办理，社区审核接收。' }}
    />
  );
}

/** The list as a workbook. */
function ExportAct({ state }: { state: ListState }) {
  const [open, setOpen] = useState(false);
  const start = useAct(exportReports, { quiet: true });
  const { orgId, view, side, post, late } = state.values;
  const given = Object.fromEntries(Object.entries({ orgId, view, side, post, late }).filter(([, value]) => value));
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="export" />
        导出
      </button>
      {open && (
        <StartDialog
          title="导出党员报到列表"
          example="季度双报到情况汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ ...given, purpose } as InputOf<typeof exportReports>)}
          onClose={() => setOpen(false)}
        >
          在后台导出列表，每人一行，不含身份证号和电话；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}
