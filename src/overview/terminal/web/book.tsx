import { nounHouse } from '#people/org/web/pickers.nouns.tsx';
import { nounWeb } from '#platform/web/noun/nounWeb.ts';
import { PdfFrame } from '#platform/web/paper/PdfFrame.tsx';
import { book, bookCalls } from '../nouns/book.ts';
import { StateMark } from './parts.tsx';
import { placeOf } from './paths.ts';
import { ShareButton } from './ShareActs.tsx';

/** 图书, the newest first; a record is read in its page. */
export default nounWeb(book, bookCalls, nounHouse, placeOf('book'), {
  empty: { title: '还没有图书', text: '点“新增图书”，填书名、作者，上传封面和 PDF，发布后终端可以翻阅。' },
  columns: {
    publisher: { width: 180, notLarge: true },
    state: { width: 100, card: 'tag', cell: (row) => <StateMark state={row.state} /> },
  },
  tags: (record) => <StateMark state={record.state} />,
  facts: (record) => [['作者', record.author], ...(record.publisher ? [['出版社', record.publisher] as const] : [])],
  below: (record) =>
    record.uploads?.content?.map((file) => (
      <section key={file.id} className="box-reader" aria-label="在线阅读">
        <h2 className="section-title">在线阅读</h2>
        <PdfFrame fileId={file.id} title={record.title} />
      </section>
    )),
  acts: (record) => <ShareButton part="book" record={record} />,
  consequence: '终端不再展示，共享给下级的也一并撤下',
});
