import { useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { StateTag } from '#platform/web/show/StateTag.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { listPromotions, type PromotionRow, previewPromotion, promote, undoPromotion } from '../contract.student.ts';
import { GRADES, PAST, wordOf } from '../rules.ts';
import { noValue } from './parts.tsx';

/** 学年升级: what it would do, class by class, before it is done; what was done, to be taken back as a whole. */
export default function Promotion() {
  const found = useCall(previewPromotion, {}, { quiet: true, staleTime: 0 });
  const undo = useAct(undoPromotion, { quiet: true });
  const [taken, setTaken] = useState<PromotionRow | null>(null);
  const columns: readonly Column<PromotionRow>[] = [
    {
      key: 'year',
      title: '学年',
      width: 130,
      card: 'title',
      cell: (row) => `${row.year}—${row.year + 1}学年`,
    },
    {
      key: 'state',
      title: '状态',
      width: 90,
      card: 'tag',
      cell: (row) => (row.undoneAt ? <StateTag look="over">已撤回</StateTag> : <StateTag look="good">已升级</StateTag>),
    },
    { key: 'promoted', title: '升级人数', width: 90, align: 'right', card: 'line', cell: (row) => row.promoted },
    {
      key: 'graduated',
      title: '其中毕业',
      width: 90,
      align: 'right',
      card: 'line',
      cell: (row) => row.graduated || noValue,
    },
    { key: 'org', title: '组织', width: 200, cell: (row) => row.orgName },
    {
      key: 'by',
      title: '办理',
      width: 220,
      card: 'line',
      cell: (row) => `${row.createdBy} ${dateTime(row.createdAt)}`,
    },
    {
      key: 'undone',
      title: '撤回',
      width: 240,
      card: 'line',
      cell: (row) => (row.undoneAt ? `${row.undoneBy} ${dateTime(row.undoneAt)}：${row.undoReason}` : noValue),
    },
  ];
  return (
    <div className="list-page college-page">
      <PageHead title="学年升级" />
      <RecordLoader query={found}>{(preview) => <Preview preview={preview} />}</RecordLoader>
      <PlainList<PromotionRow>
        caption="升级记录"
        endpoint={listPromotions}
        columns={columns}
        unit="次"
        acts={(row) =>
          row.can.undo ? (
            <Button look="row" onClick={() => setTaken(row)}>
              撤回
            </Button>
          ) : null
        }
        empty={{ title: '还没有升级过', text: '每学年开学时升级一次；办错了可以整体撤回。' }}
      />
      {taken && (
        <ReasonDialog
          title={`撤回${taken.year}—${taken.year + 1}学年升级`}
          act="撤回"
          label="撤回原因"
          onDone={async (reason) => {
            const { restored, kept } = await undo.mutateAsync({ id: taken.id, reason });
            emit('notice', {
              kind: 'success',
              text: kept > 0 ? `已恢复${restored}人；${kept}人升级后改过年级，保持不变` : `已恢复${restored}人`,
            });
          }}
          onClose={() => setTaken(null)}
        >
          {taken.promoted}人回到升级前的年级；升级以后又改过年级的人不变。
        </ReasonDialog>
      )}
    </div>
  );
}

function Preview({ preview }: { preview: ReplyOf<typeof previewPromotion> }) {
  const act = useAct(promote);
  const [asking, setAsking] = useState(false);
  const year = `${preview.year}—${preview.year + 1}学年`;
  const left = [
    preview.suspended > 0 ? `${preview.suspended}名休学的学生留在原年级` : '',
    preview.already > 0 ? `${preview.already}人本学年已经升过级` : '',
  ].filter(Boolean);
  if (preview.steps.length === 0)
    return (
      <div className="card">
        <Empty title={preview.already > 0 ? `${year}已经升过级` : '没有可以升级的在校学生'}>
          {left.join('，') || '把学生列入名册以后，在这里预览和办理升级。'}
        </Empty>
      </div>
    );
  return (
    <section className="card" aria-label="升级预览">
      <div className="card-head">
        <h2>{year}升级预览</h2>
        <span className="card-extra">
          <Button look="primary" icon="top" onClick={() => setAsking(true)}>
            办理升级
          </Button>
        </span>
      </div>
      <p className="college-note">
        还没有写入：共升级{preview.promoted}人，其中{preview.graduated}人毕业成为往届。{left.join('，')}
      </p>
      {preview.hasBegun && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>{year}已经开始：名册里如果已经是本学年的年级，不要再升级。</span>
        </div>
      )}
      <table className="table">
        <caption className="visually-hidden">各班升级</caption>
        <colgroup>
          <col style={{ width: '38%' }} />
          <col />
          <col style={{ width: '18%' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">班级</th>
            <th scope="col">年级</th>
            <th scope="col" className="number">
              人数
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.steps.map((one) => (
            <tr key={`${one.grade}:${one.className}`}>
              <td>{one.className}</td>
              <td>
                {wordOf(GRADES, one.grade)} →{' '}
                {one.after === PAST ? <span className="tag gold">往届</span> : wordOf(GRADES, one.after)}
              </td>
              <td className="number">{one.people}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {asking && (
        <ConfirmDialog
          title={`办理${year}升级`}
          icon="top"
          act="升级"
          onConfirm={async () => {
            const done = await act.mutateAsync({ promoted: preview.promoted, graduated: preview.graduated });
            emit('notice', { kind: 'success', text: `已升级${done.promoted}人，${done.graduated}人成为往届` });
          }}
          onClose={() => setAsking(false)}
        >
          {preview.promoted}人升一级，其中{preview.graduated}人成为往届，等待转出组织关系。办错了可以整体撤回。
        </ConfirmDialog>
      )}
    </section>
  );
}
