import { Link, useNavigate } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type ImportBatch, listImports } from '../../contract.import.ts';
import { undoneSummary } from './UndoneBatch.tsx';
import { UploadCard } from './UploadCard.tsx';
import '#platform/web/upload/sheet.css';

/** Milliseconds between two looks while something is being checked. */
const WATCH = 2000;

const STATES: Readonly<Record<ImportBatch['state'], readonly [label: string, tone: string, icon: IconName]>> = {
  uploaded: ['待匹配', '', 'columns'],
  checking: ['校验中', 'info', 'refresh'],
  fixing: ['待修正', 'warn', 'edit'],
  done: ['已完成', 'ok', 'check'],
  undone: ['已撤销', '', 'undo'],
  failed: ['未完成', 'bad', 'close'],
};
const hrefOf = (batch: ImportBatch) => `/affairs/member/import/${batch.id}`;

const columns: readonly Column<ImportBatch>[] = [
  {
    key: 'fileName',
    title: '文件',
    width: 260,
    card: 'title',
    cell: (batch) => (
      <Link to={hrefOf(batch)} title={batch.fileName}>
        {batch.fileName}
      </Link>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 96,
    card: 'side',
    cell: (batch) => {
      const [label, tone, icon] = STATES[batch.state];
      return (
        <span className={`tag ${tone}`}>
          <Icon name={icon} />
          {label}
        </span>
      );
    },
  },
  { key: 'orgName', title: '导入到', width: 180, cell: (batch) => batch.orgName },
  { key: 'total', title: '总行数', width: 84, align: 'right', cell: (batch) => formatNumber(batch.total) },
  {
    key: 'counts',
    title: '结果',
    width: 240,
    card: 'line',
    cell: (batch) => {
      if (batch.state === 'uploaded') return <span className="muted">还没有开始</span>;
      if (batch.state === 'undone') return <span className="muted">{undoneSummary(batch)}</span>;
      const words = [
        `已入库${formatNumber(batch.written)}`,
        batch.bad > 0 && `待修正${formatNumber(batch.bad)}`,
        batch.skipped > 0 && `跳过${formatNumber(batch.skipped)}`,
      ];
      return words.filter(Boolean).join('，');
    },
  },
  { key: 'createTime', title: '上传时间', width: 136, card: 'line', cell: (batch) => dateTime(batch.createTime) },
];

/** `/affairs/member/import`: a new sheet, and my batches with what is left to do in each. */
export default function ImportList() {
  const navigate = useNavigate();
  return (
    <div className="list-page import-list">
      <PageHead>
        <ButtonLink icon="import" to="/affairs/member/recordImport">
          导入档案分表
        </ButtonLink>
      </PageHead>
      <UploadCard onUploaded={(batch) => navigate(hrefOf(batch))} />
      <h2 className="section-title">我的导入记录</h2>
      <PlainList<ImportBatch>
        caption="我的导入"
        endpoint={listImports}
        columns={columns}
        unit="批"
        refresh={(batches) => (batches.some(({ state }) => state === 'checking') ? WATCH : false)}
        acts={(batch) => (
          <ButtonLink look="row" to={hrefOf(batch)}>
            {batch.state === 'done' || batch.state === 'undone' ? '查看' : '继续'}
          </ButtonLink>
        )}
        empty={{ title: '还没有导入过', text: '上传的表格会留在这里，没改完的可以随时接着改。' }}
      />
    </div>
  );
}
