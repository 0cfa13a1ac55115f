import { Link, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { listClasses } from '../../contract.classes.ts';
import { MarkedRows } from './MarkedRows.tsx';
import { CLASSES } from './paths.ts';
import '../content.css';

/** `/contentManager/classification/:id`: a class, those below it, and the rows of the scope that stand in any of them. */
export default function LabelClassView() {
  const { id = '' } = useParams();
  const list = useCall(listClasses, {}, { quiet: true });
  const row = list.data?.find((one) => one.id === id);
  useTitle(row?.name);
  if (!list.data) return <Waiting query={list} lines={8} />;
  if (!row) return <Gone />;
  const above = list.data.find((one) => one.id === row.parentId);
  const below = list.data.filter((one) => one.parentId === id);
  return (
    <div className="list-page">
      <PageHead title={row.name} />
      <section className="card" aria-label="分类">
        <dl className="record-fields content-facts">
          <Line label="上级分类">{above ? <Link to={`${CLASSES}/${above.id}`}>{above.name}</Link> : '最上层'}</Line>
          <Line label="内容">{row.uses}条</Line>
          <Line label="下级分类" wide>
            {below.length === 0
              ? '—'
              : below.map((one) => (
                  <Link key={one.id} className="class-below" to={`${CLASSES}/${one.id}`}>
                    {one.name}
                  </Link>
                ))}
          </Line>
          <Line label="说明" wide>
            {row.description || '—'}
          </Line>
        </dl>
      </section>
      <MarkedRows
        caption={`“${row.name}”中的内容`}
        input={{ classId: id }}
        empty="您管理范围内还没有内容归入这个分类或它的下级。"
      />
    </div>
  );
}
