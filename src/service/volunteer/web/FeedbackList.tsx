import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  exportFeedback,
  FEEDBACK_SIDES,
  FEEDBACK_VIEWS,
  type FeedbackRow,
  type FeedbackSide,
  listFeedback,
  signFeedbacks,
  type FeedbackView as View,
} from '../contract.feedback.ts';
import { lastPeriods } from '../rules.feedback.ts';
import { SignDialog, SlipTag } from './FeedbackParts.tsx';
import FeedbackView from './FeedbackView.tsx';
import { isId, PATHS } from './paths.ts';

const figure = (
  key: keyof FeedbackRow & string,
  title: string,
  cell: (row: FeedbackRow) => ReactNode,
): Column<FeedbackRow> => ({
  key,
  title,
  width: 65,
  align: 'right',
  card: 'line',
  cell,
});

/** The filters of the list as its export takes them. */
const exportInput = ({ orgId, view, side, late, period, keyWords }: Readonly<Record<string, string>>) => ({
  orgId,
  view: view as View | '',
  side: side as FeedbackSide | '',
  late: late as '1' | '',
  period,
  keyWords,
});

/** `/service/feedback`: the slips of the quarters at either end, those that wait first; `?id=` one of them. */
export default function FeedbackList() {
  const { id } = readQuery(useLocation().search, ['id']);
  return isId(id) ? <FeedbackView key={id} id={id} /> : <Listed />;
}

function Listed() {
  const navigate = useNavigate();
  const side = useOrgSide();
  const mayWrite = may(useSession(), 'volunteer:write');
  const sign = useAct(signFeedbacks, { quiet: true });
  const [signing, setSigning] = useState<{ rows: readonly FeedbackRow[]; clear: () => void } | null>(null);
  const [periods] = useState(() => lastPeriods(Date.now()));
  const columns: readonly Column<FeedbackRow>[] = [
    {
      key: 'unitName',
      title: '单位',
      width: 190,
      always: true,
      card: 'title',
      cell: (row) => (
        <RowLink to={PATHS.feedbackOf(row.id)} title={row.unitName}>
          {row.unitName}
        </RowLink>
      ),
    },
    {
      key: 'state',
      title: '状态',
      width: 110,
      card: 'tag',
      cell: (row) => <SlipTag row={row} />,
      filter: { kind: 'choice', name: 'view', options: optionsOf(FEEDBACK_VIEWS) },
    },
    {
      key: 'period',
      title: '季度',
      width: 120,
      card: 'line',
      cell: (row) => row.period,
      filter: { kind: 'choice', name: 'period', options: periods },
    },
    {
      key: 'orgName',
      title: '社区',
      width: 150,
      card: 'line',
      cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
      filter: { kind: 'choice', name: 'side', options: optionsOf(FEEDBACK_SIDES) },
    },
    figure('people', '人数', (row) => row.people),
    figure('served', '参加', (row) => row.served),
    figure('hours', '小时', (row) => row.hours),
    figure('absences', '缺席', (row) => row.absences),
    figure('stars', '评价', (row) => row.stars || noValue),
  ];
  return (
    <>
      <ListPage<FeedbackRow>
        title="反馈单"
        path={PATHS.feedback}
        endpoint={listFeedback}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '单位或社区名称' }}
        unit="张"
        keep={['late']}
        {...(side ? { side } : {})}
        acts={({ state }) => (
          <Button
            icon="export"
            onClick={() => void download(exportFeedback, exportInput(state.values)).catch(() => {})}
          >
            导出
          </Button>
        )}
        {...(mayWrite
          ? {
              bulk: ({ rows, count, clear }) => (
                <Button
                  look="primary"
                  aria-haspopup="dialog"
                  disabled={rows.length < count || !rows.every((row) => row.can.sign)}
                  onClick={() => setSigning({ rows, clear })}
                >
                  签收所选
                </Button>
              ),
            }
          : {})}
        row={{
          label: (row) => row.title,
          href: (row) => PATHS.feedbackOf(row.id),
          editHref: () => null,
          menu: (row) => [{ label: '看反馈单', icon: 'eye', run: () => navigate(PATHS.feedbackOf(row.id)) }],
        }}
        empty={{
          title: '还没有反馈单',
          text: '每季度结束后第16天，按单位和社区自动生成上季度的反馈单，社区签收后交单位。',
        }}
      />
      {signing && (
        <SignDialog
          title={`签收${signing.rows.length}张反馈单`}
          pending={sign.isPending}
          onSign={async (word) => {
            const { signed } = await sign.mutateAsync({ ids: signing.rows.map(({ id }) => id), word });
            signing.clear();
            emit('notice', { kind: 'success', text: `已签收${signed}张，交单位接收` });
          }}
          onClose={() => setSigning(null)}
        />
      )}
    </>
  );
}
