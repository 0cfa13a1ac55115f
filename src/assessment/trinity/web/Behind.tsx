import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { exportBehind, listBehind } from '../contract.report.ts';
import type { ScoreRow } from '../contract.score.ts';
import { FIGURE_NAMES, FIGURES, type Figure, type Figures } from '../rules.report.ts';
import { SCORE_COLUMNS } from './Materials.tsx';
import { PATHS } from './paths.ts';
import { backToReport } from './reportParts.tsx';

interface Answer {
  evaluationName: string;
  unitName: string;
  itemTitle: string;
  figures: Figures;
}

// The report asks by figure, where the list of materials has filters.
const COLUMNS = SCORE_COLUMNS.filter(({ filterOnly }) => !filterOnly).map(({ filter: _filter, ...column }) => column);
const VIEWS = FIGURE_NAMES.map((name) => ({ value: name === 'all' ? '' : name, label: FIGURES[name] }));

/** 资料报表详情: the materials behind a number of the report. */
export default function Behind() {
  const navigate = useNavigate();
  const [exported, setExported] = useState<Figure | null>(null);
  const start = useAct(exportBehind, { quiet: true });
  const { evaluationId, unitId, itemId } = readQuery(useLocation().search, ['evaluationId', 'unitId', 'itemId']);
  if (!evaluationId) return <Navigate to={PATHS.materialReport} replace />;
  return (
    <>
      <ListPage<ScoreRow, Answer>
        key={`${evaluationId}:${unitId}:${itemId}`}
        title="资料报表详情"
        path={PATHS.behind}
        endpoint={listBehind}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '指标或组织名称' }}
        unit="份"
        keep={['evaluationId', 'unitId', 'itemId']}
        views={{ list: VIEWS, counts: ({ figures }) => figures }}
        acts={({ state, total }) => (
          <>
            <ButtonLink icon="back" to={backToReport('material', evaluationId)}>
              资料报表
            </ButtonLink>
            <Button
              icon="export"
              aria-haspopup="dialog"
              disabled={!total}
              onClick={() => setExported((state.values.view || 'all') as Figure)}
            >
              导出
            </Button>
          </>
        )}
        note={(_list, answer) =>
          answer && (
            <p className="trinity-sum" role="status">
              {answer.evaluationName}
              {answer.unitName && `，${answer.unitName}`}
              {answer.itemTitle && `，${answer.itemTitle}`}
              {(answer.unitName || answer.itemTitle) && (
                <>
                  {' '}
                  <Link to={PATHS.behindOf({ evaluationId })}>看全部单位和指标</Link>
                </>
              )}
            </p>
          )
        }
        row={{
          label: (row) => `${row.itemTitle} ${row.orgName}`,
          href: (row) => PATHS.materialOf(row.id),
          editHref: () => null,
          menu: (row) => [
            { label: '资料详情', icon: 'eye', run: () => navigate(PATHS.materialOf(row.id)) },
            { label: '考评详情', icon: 'clipboard', run: () => navigate(PATHS.unitOf(row.unitId)) },
          ],
        }}
        empty={{ title: '没有这样的资料', text: '换一个情况看看，或回到资料报表。' }}
      />
      {exported && (
        <StartDialog
          title={`导出${FIGURES[exported]}的资料`}
          example="核对考评资料"
          onStart={({ purpose = '' }) => start.mutateAsync({ evaluationId, unitId, itemId, view: exported, purpose })}
          onClose={() => setExported(null)}
        >
          在后台导出这些资料的清单，不按搜索的名称筛选；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}
