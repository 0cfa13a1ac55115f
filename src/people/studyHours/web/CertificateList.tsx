import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';

import { StateTag } from '#platform/web/show/StateTag.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  CERTIFICATE_STATES,
  type CertificateRow,
  exportCertificates,
  listCertificates,
  printAllCertificates,
  printCertificates,
  voidCertificates,
} from '../contract.certificate.ts';
import { AT_ONCE, CERTIFICATE_SOURCES, CERTIFICATES } from '../rules.certificate.ts';
import { daysText } from './certificateParts.ts';
import { yearColumn } from './parts.tsx';

const KEPT = ['evidence'];
const FILTERS = ['year', 'state', 'source', 'keyWords'] as const;

const COLUMNS: readonly Column<CertificateRow>[] = [
  {
    key: 'number',
    title: '编号',
    width: 200,
    card: 'line',
    cell: (row) => <span className={row.isVoid ? 'certificate-void' : undefined}>{row.number}</span>,
  },
  { key: 'name', title: '姓名', width: 70, card: 'title', cell: (row) => row.name },
  { key: 'branch', title: '党支部', width: 130, card: 'line', cell: (row) => row.branch },
  {
    key: 'title',
    title: '培训名称',
    width: 150,
    card: 'line',
    cell: (row) => (row.link ? <Link to={row.link}>{row.title}</Link> : <span title={row.title}>{row.title}</span>),
  },
  {
    key: 'hours',
    title: '学时',
    width: 50,
    align: 'right',
    card: 'line',
    cell: (row) => row.hours ?? <span className="muted">—</span>,
  },
  {
    key: 'score',
    title: '成绩',
    width: 50,
    align: 'right',
    cell: (row) => row.score ?? <span className="muted">—</span>,
  },
  {
    key: 'state',
    title: '状态',
    width: 82,
    card: 'tag',
    cell: (row) =>
      row.isVoid ? (
        <span title={`${row.voidedBy}：${row.voidReason}`}>
          <StateTag look="over">已作废</StateTag>
        </span>
      ) : (
        <StateTag look="good">有效</StateTag>
      ),
    filter: { kind: 'choice', name: 'state', options: optionsOf(CERTIFICATE_STATES) },
  },
  {
    key: 'source',
    title: '取得方式',
    width: 76,
    cell: (row) => row.sourceName,
    filter: { kind: 'choice', name: 'source', options: optionsOf(CERTIFICATE_SOURCES) },
  },
  { key: 'issuedOn', title: '出具日期', width: 92, card: 'side', cell: (row) => row.issuedOn },
  {
    key: 'printed',
    title: '打印',
    width: 62,
    cell: (row) =>
      row.printed === 0 ? (
        <span className="muted">未打印</span>
      ) : (
        <span title={`最近${row.printedBy} ${dateTime(row.printedAt).slice(0, 16)}`}>{row.printed}次</span>
      ),
  },
  yearColumn(),
];

interface Asking {
  what: 'print' | 'export';
  values: Readonly<Record<string, string | undefined>>;
}

/** What was issued within the scope and what its people have of others: printing, voiding, a list as a sheet. */
export function CertificateList() {
  const { evidence } = readQuery(useLocation().search, ['evidence']);
  const [paper, setPaper] = useState<{ ids: string[]; preview: boolean } | null>(null);
  const [voiding, setVoiding] = useState<CertificateRow | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const voidIt = useAct(voidCertificates, { quiet: true });
  const print = useAct(printAllCertificates, { quiet: true });
  const sheet = useAct(exportCertificates, { quiet: true });
  const start = ({ purpose = '' }: Readonly<Record<string, string>>) => {
    const values = asking?.values ?? {};
    const chosen = {
      ...Object.fromEntries(FILTERS.flatMap((name) => (values[name] ? [[name, values[name]]] : []))),
      ...(evidence ? { evidence } : {}),
      purpose,
    };
    return asking?.what === 'print' ? print.mutateAsync(chosen) : sheet.mutateAsync(chosen);
  };
  return (
    <>
      <PlainList<CertificateRow>
        caption="学习证明"
        endpoint={listCertificates}
        columns={COLUMNS}
        keep={KEPT}
        search={{ name: 'keyWords', placeholder: '姓名、培训名称或编号' }}
        unit="份"
        label={(row) => `${row.name} ${row.number}`}
        inputOf={({ tab: _tab, ...values }) => ({ ...values, ...(evidence ? { evidence } : {}) })}
        note={() =>
          evidence ? (
            <span className="muted">
              只看一批：<Link to={CERTIFICATES.home}>看全部</Link>
            </span>
          ) : null
        }
        tools={({ values, total }) => (
          <>
            <Button icon="print" disabled={total === 0} onClick={() => setAsking({ what: 'print', values })}>
              打印全部
            </Button>
            <Button icon="export" onClick={() => setAsking({ what: 'export', values })}>
              导出
            </Button>
          </>
        )}
        bulk={({ rows, clear }) => (
          <Button
            onClick={() => {
              const standing = rows.filter(({ isVoid }) => !isVoid);
              if (standing.length === 0 || standing.length > AT_ONCE) {
                const text =
                  standing.length === 0 ? '选中的都已作废，不能打印' : `一次最多打印${AT_ONCE}份，更多的请点“打印全部”`;
                emit('notice', { kind: 'warning', text });
                return;
              }
              setPaper({ ids: standing.map(({ id }) => id), preview: false });
              clear();
            }}
          >
            打印所选
          </Button>
        )}
        actsWidth={150}
        acts={(row) => (
          <span className="record-row-acts">
            {!row.isVoid && (
              <>
                <Button look="row" onClick={() => setPaper({ ids: [row.id], preview: true })}>
                  预览
                </Button>
                <Button look="row" onClick={() => setPaper({ ids: [row.id], preview: false })}>
                  {row.printed > 0 ? '补打' : '打印'}
                </Button>
              </>
            )}
            {row.can.void && (
              <Button look="row" onClick={() => setVoiding(row)}>
                作废
              </Button>
            )}
          </span>
        )}
        empty={{ title: '没有学习证明', text: '培训班结业、通过发证的课程和考试后自动出具，也可以点“出具证明”。' }}
      />
      {paper && (
        <PaperDialog
          title={paper.preview ? '预览学习证明' : '打印学习证明'}
          ask={(signal) => call(printCertificates, paper, { quiet: true, signal })}
          onClose={() => setPaper(null)}
        />
      )}
      {voiding && (
        <ReasonDialog
          title={`作废 ${voiding.name}的学习证明`}
          act="作废"
          label="作废原因"
          max={200}
          onDone={async (reason) => {
            await voidIt.mutateAsync({ ids: [voiding.id], reason });
            emit('notice', { kind: 'success', text: '已作废，本人已收到通知' });
          }}
          onClose={() => setVoiding(null)}
        >
          {voiding.number}（{daysText(voiding)} {voiding.title}）作废后不能恢复，编号不再使用；扫码核验显示“已作废”。
        </ReasonDialog>
      )}
      {asking && (
        <StartDialog
          title={asking.what === 'print' ? '打印全部学习证明' : '导出学习证明'}
          example={asking.what === 'print' ? '结业典礼颁发' : '年度党员教育培训考核'}
          onStart={start}
          onClose={() => setAsking(null)}
        >
          {asking.what === 'print'
            ? '按当前筛选条件把有效的证明合为一个PDF，在后台制作，每份计打印一次。'
            : '按当前筛选条件在后台导出，每份一行；文件带您的姓名、时间和用途的水印。'}
        </StartDialog>
      )}
    </>
  );
}
