import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type NeedDetail, OWN_NEED_VIEWS, openNeeds, ownNeedContact, workOwnNeed } from '../contract.need.ts';
import { farText, Given, NeedTag } from './NeedParts.tsx';
import { ContactDialog } from './NeedView.tsx';

const SIZE = 12;
const notify = (words: string) => emit('notice', { kind: 'success', text: words });

/** Needs near by: what the person took, then what they may take, the fitting and near ones first. */
export function OwnNeeds() {
  return (
    <>
      <Cards view="mine" />
      <Cards view="open" />
    </>
  );
}

function Cards({ view }: { view: 'open' | 'mine' }) {
  const [shown, setShown] = useState(SIZE);
  const query = useCall(
    openNeeds,
    { view, pageNum: '1', pageSize: String(shown) },
    { quiet: true, staleTime: 0, keepPrevious: true },
  );
  if (!query.data) return <Waiting query={query} lines={6} />;
  const { rows, total } = query.data;
  if (view === 'mine' && rows.length === 0) return null;
  return (
    <section aria-label={OWN_NEED_VIEWS[view]} className="matter-gap">
      <h2 className="service-part">
        {OWN_NEED_VIEWS[view]} <span className="muted">{total}件</span>
      </h2>
      {rows.length === 0 ? (
        <div className="card">
          <Empty title="还没有需求">居民在社区的需求码页面提出、社区受理后，会出现在这里。</Empty>
        </div>
      ) : (
        <ul className="service-cards">
          {rows.map((row) => (
            <li key={row.id} className="card service-card">
              <div className="service-card-body">
                <h3>
                  {row.title}
                  <NeedTag state={row.state} name={row.stateName} />
                  {row.isSkilled && view === 'open' && <span className="tag ok">适合您</span>}
                </h3>
                <p>{row.content}</p>
                <p className="muted">
                  {row.kindName}
                  {row.amount !== null && `，${row.amount}元以内`}，{row.postName}，{row.place}
                  {row.distance !== null && `，${farText(row.distance)}`}，希望{row.byOn}以前
                </p>
                <p className="muted">{row.orgName}</p>
                {row.steps.at(-1) && view === 'mine' && (
                  <p className="muted">
                    {row.steps.at(-1)?.at} {row.steps.at(-1)?.words}
                    {row.steps.at(-1)?.note && `：${row.steps.at(-1)?.note}`}
                  </p>
                )}
                {row.stars !== null && (
                  <p>
                    <Given stars={row.stars} /> {row.starsNote}
                  </p>
                )}
                <Acts row={row} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {total > rows.length && (
        <p className="service-more">
          <Button disabled={query.isFetching} onClick={() => setShown(shown + SIZE)}>
            再看{Math.min(SIZE, total - rows.length)}件
          </Button>
        </p>
      )}
    </section>
  );
}

const WORDS = {
  step: { act: '记录进展', label: '进展', text: '三天没有进展的，收回重新上架。', told: '已记录' },
  finish: { act: '办好', label: '办理结果', text: '居民凭查询码看得到结果，并给出评价。', told: '已办好，等居民评价' },
  release: { act: '退还', label: '退还原因', text: '需求重新上架，社区会收到原因。', told: '已退还，重新上架' },
} as const;

function Acts({ row }: { row: NeedDetail }) {
  const { id, can } = row;
  const [open, setOpen] = useState<keyof typeof WORDS | null>(null);
  const [sealed, setSealed] = useState<{ name: string; phone: string } | null>(null);
  const take = useAct(workOwnNeed);
  const work = useAct(workOwnNeed, { quiet: true });
  const contact = useAct(ownNeedContact);
  return (
    <div className="service-card-acts">
      {can.take && (
        <Button
          look="primary"
          disabled={take.isPending}
          onClick={() => take.mutate({ id, act: 'take' }, { onSuccess: () => notify('已认领，请尽快联系居民') })}
        >
          认领
        </Button>
      )}
      {can.contact && (
        <Button disabled={contact.isPending} onClick={() => contact.mutate({ id }, { onSuccess: setSealed })}>
          联系居民
        </Button>
      )}
      {can.step && (
        <Button look="primary" onClick={() => setOpen('step')}>
          记录进展
        </Button>
      )}
      {can.finish && <Button onClick={() => setOpen('finish')}>办好</Button>}
      {can.release && <Button onClick={() => setOpen('release')}>退还</Button>}
      {open && (
        <ReasonDialog
          title={`${WORDS[open].act} ${row.title}`}
          act={open === 'step' ? '保存' : WORDS[open].act}
          label={WORDS[open].label}
          max={200}
          onDone={async (note) => {
            await work.mutateAsync({ id, act: open, note });
            notify(WORDS[open].told);
          }}
          onClose={() => setOpen(null)}
        >
          {WORDS[open].text}
        </ReasonDialog>
      )}
      {sealed && <ContactDialog {...sealed} onClose={() => setSealed(null)} />}
    </div>
  );
}
