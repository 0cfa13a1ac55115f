import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { download } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { MoreActs } from '#platform/web/dialogs/Menu.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  exportQuestions,
  getLib,
  type LibRow,
  listQuestions,
  type QuestionRow,
  removeQuestions,
} from '../contract.bank.ts';
import { DIFFICULTIES, KINDS } from '../rules.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { kindName, QuestionText } from './pickers.parts.tsx';
import { PATHS } from './pickers.paths.ts';
import { QuestionDialog } from './QuestionDialog.tsx';

/** 题库详情: its questions, each with its key. */
export default function LibView() {
  const { libId = '' } = useParams();
  const libQuery = useCall(getLib, { id: libId }, { quiet: true });
  useTitle(libQuery.data?.name);
  return <RecordLoader query={libQuery}>{(lib) => <Lib lib={lib} />}</RecordLoader>;
}

type Asked =
  | { act: 'edit'; question: QuestionRow | null }
  | { act: 'import' }
  | { act: 'remove'; rows: readonly QuestionRow[]; clear: () => void };

function Lib({ lib }: { lib: LibRow }) {
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const remove = useAct(removeQuestions, { quiet: true });
  const close = () => setOpenDialog(null);
  const columns: readonly Column<QuestionRow>[] = [
    {
      key: 'kind',
      title: '题型',
      width: 70,
      card: 'tag',
      cell: (row) => <span className="tag">{kindName(row.kind)}</span>,
      filter: { kind: 'choice', name: 'kind', options: optionsOf(KINDS) },
    },
    {
      key: 'stem',
      title: '试题',
      width: 620,
      card: 'title',
      cell: (row) => <QuestionText of={row} />,
    },
    {
      key: 'difficulty',
      title: '难度',
      width: 80,
      card: 'line',
      cell: (row) => DIFFICULTIES[row.difficulty as keyof typeof DIFFICULTIES],
      filter: { kind: 'choice', name: 'difficulty', options: optionsOf(DIFFICULTIES) },
    },
    {
      key: 'mend',
      title: '修订',
      width: 110,
      cell: (row) =>
        row.toMend ? (
          <span className="tag warn" title={row.toMend}>
            待修订
          </span>
        ) : row.isUsed ? (
          <span className="muted">第{row.number}版，已考过</span>
        ) : (
          noValue
        ),
      filter: { kind: 'choice', name: 'toMend', options: [{ value: '1', label: '待修订' }] },
    },
    { key: 'labels', title: '标签', width: 130, card: 'line', cell: (row) => row.labels.join('、') || noValue },
  ];
  return (
    <div className="list-page exam-bank">
      <PageHead title={lib.name}>
        {lib.can.edit && (
          <>
            <MoreActs
              label={lib.name}
              acts={[
                { label: '编辑题库', icon: 'edit', run: () => navigate(PATHS.libEdit(lib.id)) },
                {
                  label: '导出',
                  icon: 'export',
                  run: () => void download(exportQuestions, { libId: lib.id }),
                },
              ]}
            />
            <Button icon="import" onClick={() => setOpenDialog({ act: 'import' })}>
              导入
            </Button>
            <Button look="primary" icon="plus" onClick={() => setOpenDialog({ act: 'edit', question: null })}>
              新增试题
            </Button>
          </>
        )}
      </PageHead>
      <p className="muted exam-lead">
        {lib.orgName}，{lib.questions}道试题
        {Object.entries(KINDS)
          .filter(([kind]) => lib.kinds[kind])
          .map(([kind, label]) => `，${label}${lib.kinds[kind]}`)
          .join('')}
        {lib.remark && `。${lib.remark}`}
      </p>
      <PlainList<QuestionRow>
        caption="试题"
        endpoint={listQuestions}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '题干或标签' }}
        unit="道"
        inputOf={(values) => ({ ...values, libId: lib.id })}
        label={(row) => row.stem}
        bulk={({ rows, clear }) => (
          <Button size="compact" icon="trash" onClick={() => setOpenDialog({ act: 'remove', rows, clear })}>
            删除
          </Button>
        )}
        acts={(row) => (
          <Button look="row" onClick={() => setOpenDialog({ act: 'edit', question: row })}>
            编辑
          </Button>
        )}
        empty={{ title: '题库里还没有试题', text: '点“新增试题”，或从表格、Word导入。' }}
      />
      {openDialog?.act === 'edit' && <QuestionDialog libId={lib.id} question={openDialog.question} onClose={close} />}
      {openDialog?.act === 'import' && <ImportDialog libId={lib.id} onClose={close} />}
      {openDialog?.act === 'remove' && (
        <DeleteDialog
          verb="删除试题"
          name={`${openDialog.rows.length}道`}
          consequence="删除后不再出现在题库和抽题中；考过的答卷不受影响。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ libId: lib.id, ids: openDialog.rows.map(({ id }) => id), deleteReason });
            openDialog.clear();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
