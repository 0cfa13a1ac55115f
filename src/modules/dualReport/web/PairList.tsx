import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useOrgSide } from '#modules/org/web/pickers.nouns.tsx';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { useAct } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { may, useSession } from '#platform/web/session.ts';
import { exportPairs, listPairs, PAIR_VIEWS, type PairRow } from '../contract.pair.ts';
import { pairColumns } from './pairColumns.tsx';
import { PATHS } from './paths.ts';

type Answer = ReplyOf<typeof listPairs>;
const VIEW_TABS = [
  { value: '', label: '全部' },
  ...Object.entries(PAIR_VIEWS).map(([value, label]) => ({ value, label })),
];

/** `/service/adminOrg`: which organisations have reported to the scope's communities, and where its own have reported. */
export default function PairList() {
  const navigate = useNavigate();
  const session = useSession();
  const side = useOrgSide();
  return (
    <ListPage<PairRow, Answer>
      title="报到组织管理"
      path={PATHS.pairs}
      endpoint={listPairs}
      columns={pairColumns(true)}
      search={{ name: 'keyWords', placeholder: '组织名称' }}
      unit="件"
      views={{ list: VIEW_TABS, counts: ({ counts }) => counts }}
      {...(side ? { side } : {})}
      acts={(list) => (
        <>
          <Link className="button" to={PATHS.list}>
            党员报到
          </Link>
          <ExportAct state={list.state} />
          <Link className="button" to={PATHS.orgCount}>
            组织统计
          </Link>
          {may(session, 'sbd:audit') && (
            <Link className="button" to={PATHS.pairDesk}>
              <Icon name="check" />
              组织报到审核
            </Link>
          )}
          {may(session, 'sbd:write') && (
            <Link className="button primary" to={PATHS.addPair}>
              <Icon name="plus" />
              组织报到
            </Link>
          )}
        </>
      )}
      note={(_list, answer) =>
        answer && answer.late > 0 ? (
          <div className="banner warn">
            <Icon name="warning" />
            <span className="grow">{answer.late}件组织报到超过7天没有审核。</span>
            <Link to={`${PATHS.pairs}?late=1`}>只看超期的</Link>
          </div>
        ) : null
      }
      row={{
        label: (row) => row.homeName,
        href: (row) => PATHS.pair(row.id),
        editHref: () => null,
        menu: (row) => [
          {
            label: row.can.decide ? '审核' : '详情',
            icon: row.can.decide ? 'check' : 'eye',
            run: () => navigate(PATHS.pair(row.id)),
          },
        ],
      }}
      empty={{ title: '还没有组织报到', text: '单位党组织到所在地或结对的社区、街道党组织报到，社区审核接受。' }}
    />
  );
}

/** The list as a workbook. */
function ExportAct({ state }: { state: ListState }) {
  const [open, setOpen] = useState(false);
  const start = useAct(exportPairs, { quiet: true });
  const { orgId, view, side, late } = state.values;
  const given = Object.fromEntries(Object.entries({ orgId, view, side, late }).filter(([, value]) => value));
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="export" />
        导出
      </button>
      {open && (
        <StartDialog
          title="导出组织报到列表"
          example="季度双报到情况汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ ...given, purpose } as InputOf<typeof exportPairs>)}
          onClose={() => setOpen(false)}
        >
          在后台导出列表，每件一行；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}
