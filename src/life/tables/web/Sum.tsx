import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { OrgField, useOrg } from '#people/org/web/pickers.tsx';
import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getSum, type SumAnswer } from '../contract.read.ts';
import { exportSum, printSum } from '../contract.ts';
import { SUM_WORDS } from '../rules.sum.ts';
import { PATHS } from './paths.ts';
import { SumTable } from './SumTable.tsx';
import '#platform/web/form/form.css';
import './dataCentre.css';

interface Given {
  id: string;
  roundId?: string;
  orgId?: string;
}

/** 数据表汇总: a round by the organisations right below one, each opened in its place; what is opened stands in the address. */
export default function Sum() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { roundId, orgId, open } = readQuery(useLocation().search, ['roundId', 'orgId', 'open']);
  const given: Given = { id, ...(roundId ? { roundId } : {}), ...(orgId ? { orgId } : {}) };
  const query = useCall(getSum, given, { quiet: true, keepPrevious: true });
  const [printed, setPrinted] = useState(false);
  const [exported, setExported] = useState(false);
  const title = query.data ? `${query.data.title}汇总` : '数据表汇总';
  useTitle(title);
  return (
    <div className="centre-page">
      <PageHead title={title}>
        <ButtonLink icon="sheet" to={PATHS.tableOf(id)}>
          数据表
        </ButtonLink>
        <Button icon="export" disabled={!query.data} onClick={() => setExported(true)}>
          导出
        </Button>
        <Button icon="print" disabled={!query.data} onClick={() => setPrinted(true)}>
          打印
        </Button>
      </PageHead>
      <RecordLoader query={query}>
        {(answer) => (
          <>
            <Ask key={`${answer.roundId} ${answer.org.id}`} id={id} answer={answer} />
            <section className="card centre-card" aria-label="汇总" aria-busy={query.isFetching}>
              <div className="card-head">
                <h2>{answer.org.name}</h2>
                <Above id={id} answer={answer} />
                <span className="card-extra muted">
                  {answer.round}，{answer.dueOn}截止；已报{answer.total.handed}个，应报{answer.total.all}个
                </span>
              </div>
              {answer.rows.length === 0 ? (
                <p className="centre-quiet">这里没有要填报的组织。</p>
              ) : (
                <SumTable
                  id={id}
                  answer={answer}
                  open={open?.split(',') ?? []}
                  onOpen={(next) =>
                    navigate(PATHS.sumOf(id, { ...given, open: next.join() || undefined }), { replace: true })
                  }
                />
              )}
            </section>
            <p className="muted">已上报和已审核的计入汇总，没有上报的不计；平均按填了数的各行算。{SUM_WORDS}</p>
          </>
        )}
      </RecordLoader>
      {printed && (
        <PaperDialog
          title={title}
          ask={(signal) => call(printSum, given, { quiet: true, signal })}
          onClose={() => setPrinted(false)}
        />
      )}
      {exported && <Export title={title} given={given} onClose={() => setExported(false)} />}
    </div>
  );
}

const schema = z.object({ orgId: z.string(), roundId: z.string() });

/** Whose sums, and of which round: a choice is asked for at once. */
function Ask({ id, answer }: { id: string; answer: SumAnswer }) {
  const navigate = useNavigate();
  const given = { orgId: answer.org.id, roundId: answer.roundId };
  const form = useForm({ schema, initial: given, of: null, isNew: false });
  const { orgId, roundId } = form.values;
  useEffect(() => {
    if (orgId === answer.org.id && roundId === answer.roundId) return;
    navigate(PATHS.sumOf(id, { orgId, roundId }));
  }, [orgId, roundId, answer, id, navigate]);
  return (
    <form ref={form.box} className="card centre-ask" noValidate onSubmit={(event) => event.preventDefault()}>
      <OrgField form={form} name="orgId" label="党组织" count="organisations" />
      <SelectField
        form={form}
        name="roundId"
        label="期"
        options={answer.rounds.map(({ id: value, label }) => ({ value, label }))}
      />
    </form>
  );
}

/** The way up: the organisations above, as far as the session's own. */
function Above({ id, answer }: { id: string; answer: SumAnswer }) {
  const { path } = useOrg(answer.org.id);
  const above = path.slice(0, -1);
  if (above.length === 0) return null;
  return (
    <nav className="centre-up" aria-label="上级组织">
      {above.map((org) => (
        <Link key={org.id} to={PATHS.sumOf(id, { roundId: answer.roundId, orgId: org.id })}>
          {org.name}
        </Link>
      ))}
    </nav>
  );
}

function Export({ title, given, onClose }: { title: string; given: Given; onClose: () => void }) {
  const start = useAct(exportSum, { quiet: true });
  return (
    <StartDialog
      title={`导出${title}`}
      example="报市委组织部的季度统计"
      onStart={({ purpose = '' }) => start.mutateAsync({ ...given, purpose })}
      onClose={onClose}
    >
      在后台导出：一张是各组织填的明细，一张是各级党组织的汇总；文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
