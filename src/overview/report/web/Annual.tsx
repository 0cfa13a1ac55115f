import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type FreezeRow, listAnnual, openAnnual } from '../contract.annual.ts';
import { annualPath } from '../rules.annual.ts';
import './annual.css';
import './report.css';

/** How far the freezes of a year are. */
function State({ freezes }: { freezes: readonly FreezeRow[] }) {
  const stands = freezes.find(({ thawedAt }) => thawedAt === '');
  if (stands?.frozenAt)
    return (
      <>
        <span className="tag ok">
          <Icon name="check" size={13} />
          已冻结
        </span>
        <span className="muted">{stands.frozenAt}</span>
      </>
    );
  return <span className="tag warn">{stands ? '正在冻结' : freezes.length > 0 ? '已解冻，待重新冻结' : '确认中'}</span>;
}

/** `/decisionSupport/annual`: the years whose tables are confirmed from below and frozen. */
export default function Annual() {
  const query = useCall(listAnnual, {}, { quiet: true });
  const [opening, setOpening] = useState(false);
  const years = query.data?.years ?? [];
  return (
    <div className="report-page">
      <PageHead title="年报确认和冻结">
        {years.length > 0 && (
          <Button look="primary" icon="plus" onClick={() => setOpening(true)}>
            发起年报
          </Button>
        )}
      </PageHead>
      <RecordLoader query={query}>
        {({ rounds }) =>
          rounds.length === 0 ? (
            <section className="card">
              <Empty title="还没有年报">
                {years.length > 0
                  ? '点“发起年报”：下两级党组织逐级确认党员增减和党员基本情况，全部确认后冻结，数字和名单不再改变。'
                  : '上级党组织发起以后，在这里确认本组织的数字。'}
              </Empty>
            </section>
          ) : (
            <section className="card" aria-label="各年度">
              <ul className="report-cards">
                {rounds.map(({ id, year, orgName, isTop, openedAt, openedBy, freezes }) => (
                  <li key={id}>
                    <Link to={annualPath(id)}>
                      <b>{year}年年报</b>
                      <span>
                        {isTop ? '本组织' : orgName}发起，{openedAt} {openedBy}
                      </span>
                      <span className="annual-state">
                        <State freezes={freezes} />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        }
      </RecordLoader>
      {opening && <Open years={years} onClose={() => setOpening(false)} />}
    </div>
  );
}

const schema = z.object({ year: z.string().min(1, '请选择年度') });

function Open({ years, onClose }: { years: readonly number[]; onClose: () => void }) {
  const navigate = useNavigate();
  const open = useAct(openAnnual, { quiet: true });
  const form = useForm({ schema, of: 'Annual', isNew: true, initial: { year: String(years[0] ?? '') } });
  return (
    <FormDialog
      title="发起年报"
      icon="plus"
      act="发起"
      form={form}
      pending={open.isPending}
      onClose={onClose}
      onSave={async () => {
        const { id, gaveWay } = await open.mutateAsync({ year: Number(form.text('year')) });
        if (gaveWay.length > 0)
          emit('notice', { kind: 'success', text: `已发起，${gaveWay.join('、')}发起的并入本次` });
        navigate(annualPath(id));
      }}
    >
      <p className="muted">
        直接下级和它们的直接下级逐级确认本组织的党员增减和党员基本情况；全部确认后由本组织冻结。本年度的要到12月31日以后才能冻结。下级已经发起、还没有冻结的并入本次，已确认的保留。
      </p>
      <SelectField
        form={form}
        name="year"
        label="年度"
        required
        options={years.map((year) => ({ value: String(year), label: `${year}年` }))}
      />
    </FormDialog>
  );
}
