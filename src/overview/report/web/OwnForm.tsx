import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { QUERY_VERSION } from '#people/member/rules/query.ts';
import { EMPTY_CONDITION } from '#people/member/web/pickers.conditions.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useKeptState } from '#platform/web/kept/useKept.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { getOwnReport, type OwnDetail, ownForm, saveOwnReport } from '../contract.own.ts';
import { ownKey, PEOPLE, type People } from '../rules.own.ts';
import { OVERVIEW, pathOf } from '../rules.ts';
import { ColumnsEditor } from './OwnColumns.tsx';
import { type DraftColumn, draftOf, faultsOfDraft, writtenColumns } from './ownDraft.ts';
import './report.css';

const FIRST: DraftColumn[] = [
  { key: 'first', kind: 'count', title: '', query: { v: QUERY_VERSION, join: 'and', items: [EMPTY_CONDITION] } },
];
const fields = ownForm.omit({ columns: true });
const RANGES = Object.entries(PEOPLE).map(([value, label]) => ({ value, label }));

/** Puts an own report together: `add`, or the one of the address; `from`: a copy of another. */
export default function OwnForm() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const from = id ?? search.get('from');
  const query = useCall(getOwnReport, from ? { id: from } : null, { quiet: true, staleTime: 0 });
  if (!from) return <Design found={null} isCopy={false} />;
  return (
    <RecordLoader query={query} fresh>
      {(found) => <Design key={found.id} found={found} isCopy={id === undefined} />}
    </RecordLoader>
  );
}

function Design({ found, isCopy }: { found: OwnDetail | null; isCopy: boolean }) {
  const navigate = useNavigate();
  const changed = isCopy ? null : found;
  const save = useAct(saveOwnReport, { quiet: true });
  const form = useForm({
    schema: fields,
    initial: {
      title: isCopy ? `${found?.title.slice(0, 28)}副本` : (found?.title ?? ''),
      about: found?.about ?? '',
      people: found?.people ?? 'members',
      isShared: found?.isShared ?? false,
    },
    isNew: changed === null,
  });
  const [start] = useState(() => (found && found.columns.length > 0 ? draftOf(found.columns) : FIRST));
  const [columns, setColumns, sent] = useKeptState<DraftColumn[]>(`columns ${found?.id ?? ''}`, '报表的各栏', start);
  // What the server said of columns holds until they are changed.
  const [judged, setJudged] = useState<readonly DraftColumn[] | null>(null);
  const [tried, setTried] = useState(changed !== null && changed.fault !== '');
  const own = faultsOfDraft(columns);
  const faults = { ...(judged === columns ? form.faults : {}), ...(tried ? own : {}) };
  const people = form.text('people') as People;
  const back = () => navigate(changed ? pathOf(ownKey(changed.id)) : OVERVIEW);
  const submit = async () => {
    setTried(true);
    setJudged(columns);
    if (Object.keys(own).length > 0) {
      document.getElementById('columns')?.scrollIntoView();
      return;
    }
    const saved = await save.mutateAsync({
      ...(changed ? { id: changed.id, version: changed.version } : {}),
      title: form.text('title'),
      about: form.text('about'),
      people,
      isShared: form.values.isShared === true,
      columns: writtenColumns(columns),
    });
    form.rebase(form.values);
    sent();
    navigate(pathOf(ownKey(saved.id)), { replace: true });
  };
  return (
    <FormPage
      title={changed ? `修改${changed.title}` : '新建自定义报表'}
      form={form}
      onSave={submit}
      onCancel={back}
      banners={
        changed?.fault ? (
          <div className="banner bad" role="alert">
            {changed.fault}
          </div>
        ) : undefined
      }
      sections={[
        {
          id: 'what',
          title: '报表',
          content: (
            <>
              <TextField form={form} name="title" label="报表名称" required max={30} />
              <SelectField form={form} name="people" label="统计范围" required options={RANGES} />
              <TextField
                form={form}
                name="about"
                label="说明"
                max={100}
                wide
                hint="给谁看、什么时候用，列在报表总览里"
              />
              <TickField form={form} name="isShared" label="下级组织也能用" hint="下级打开时只统计各自范围内的人" />
            </>
          ),
        },
        {
          id: 'columns',
          title: '各栏',
          content: (
            <ColumnsEditor
              columns={columns}
              people={people}
              faults={faults}
              onChange={setColumns}
              names={found?.names ?? {}}
            />
          ),
        },
      ]}
    />
  );
}
