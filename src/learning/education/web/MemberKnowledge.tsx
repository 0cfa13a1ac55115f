import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listDocuments } from '../contract.document.ts';
import { KNOWLEDGE } from '../rules.knowledge.ts';
import { DocumentLines } from './documentParts.tsx';
import './education.css';

const PARTS = [
  { view: 'required', title: '必读', more: '全部必读' },
  { view: 'recent', title: '最近阅读', more: '更多' },
  { view: 'favourite', title: '我的收藏', more: '全部收藏' },
  { view: 'all', title: '最新文档', more: '全部文档' },
] as const;

/** 学习资料: what the member has to read, read last and marked, then what is new. */
export default function MemberKnowledge() {
  return (
    <div className="list-page">
      <PageHead title="学习资料">
        <ButtonLink look="primary" icon="search" to={KNOWLEDGE.list('all')}>
          查找文档
        </ButtonLink>
      </PageHead>
      {PARTS.map((part) => (
        <Part key={part.view} {...part} />
      ))}
    </div>
  );
}

function Part({ view, title, more }: (typeof PARTS)[number]) {
  const documentsQuery = useCall(listDocuments, { pageNum: 1, pageSize: 5, view }, { quiet: true, staleTime: 0 });
  if (!documentsQuery.data) return <Waiting query={documentsQuery} lines={3} />;
  if (documentsQuery.data.total === 0) {
    return view === 'all' ? (
      <div className="card">
        <Empty title="还没有文档">文档由您所在的党组织和上级党组织发布。</Empty>
      </div>
    ) : null;
  }
  return (
    <section className="edu-part" aria-label={title}>
      <h2>
        {title}
        <span className="muted small"> {documentsQuery.data.total}份</span>
      </h2>
      <DocumentLines rows={documentsQuery.data.rows} />
      {documentsQuery.data.total > documentsQuery.data.rows.length && <Link to={KNOWLEDGE.list(view)}>{more}</Link>}
    </section>
  );
}
