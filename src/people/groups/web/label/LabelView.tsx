import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { COLOURS, getLabel } from '../../contract.labels.ts';
import { Labels } from '../pickers.tsx';
import { LabelDialog, MergeDialog } from './LabelDialogs.tsx';
import { MarkedRows } from './MarkedRows.tsx';
import { FILTER, LABELS } from './paths.ts';

/** `/contentManager/label/:id`: a label, its keywords, and the rows of the scope that carry it. */
export default function LabelView() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: label, error, refetch } = useCall(getLabel, { id }, { quiet: true });
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null);
  useTitle(label?.name);
  if (error && !label) return <Failed error={error} onRetry={() => refetch()} />;
  if (!label) return <Skeleton lines={8} />;
  return (
    <div className="list-page">
      <PageHead title={label.name}>
        <ButtonLink icon="filter" to={pathWithQuery(FILTER, { labels: label.id })}>
          按标签筛选
        </ButtonLink>
        {label.can.merge && <Button onClick={() => setOpen('merge')}>合并</Button>}
        {label.can.edit && (
          <Button look="primary" icon="edit" onClick={() => setOpen('edit')}>
            编辑
          </Button>
        )}
      </PageHead>
      <section className="card" aria-label="标签">
        <dl className="record-fields content-facts">
          <Line label="样式">
            <Labels labels={[label]} />
            <span className="muted small"> {COLOURS[label.colour as keyof typeof COLOURS]}</span>
          </Line>
          <Line label="使用">{label.uses}条</Line>
          <Line label="最近修改" source={dateTime(label.updateDate)}>
            {label.updateName || '—'}
          </Line>
          <Line label="关键词" wide>
            {label.keywords.join('、') || '—'}
          </Line>
          <Line label="说明" wide>
            {label.description || '—'}
          </Line>
        </dl>
      </section>
      <MarkedRows
        caption={`带有“${label.name}”的内容`}
        input={{ labelIds: label.id }}
        empty="您管理范围内还没有内容带有这个标签。"
      />
      {open === 'edit' && <LabelDialog row={label} onClose={() => setOpen(null)} />}
      {open === 'merge' && <MergeDialog row={label} onClose={() => navigate(LABELS)} />}
    </div>
  );
}
