import { type ReactNode, Suspense } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { besideName, fieldApplies } from '#platform/noun/noun.ts';
import { useCall } from '../call/hooks.ts';
import { useRemove } from '../dialogs/useRemove.tsx';
import { AuditBanner } from '../field/AuditBanner.tsx';
import { Line, Missing } from '../field/record.tsx';
import { placeOf } from '../list/listMemory.ts';
import { lazyPart } from '../route/lazyPart.tsx';
import { readQuery } from '../route/navigation.ts';
import { RecordTop } from '../shell/PageHead.tsx';
import { useTitle } from '../shell/useTitle.ts';

import { RecordLoader } from '../show/RecordLoader.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Uploads } from '../upload/Uploads.tsx';
import { NounHistory } from './NounHistory.tsx';
import { asInput, type NounRecord, type NounWeb } from './nounWeb.ts';

/** What cleans and shows HTML comes with the first noun that has some. */
const RichText = lazyPart(async () => ({ default: (await import('../editor/RichText.tsx')).RichText }));

/** One record of a noun: head with its acts, the declared sections, who touched it, and its history. */
export function NounRecordPage({ of }: { of: NounWeb }) {
  const params = readQuery(useLocation().search, ['id']);
  const { id = params.id ?? '' } = useParams();
  const { get } = of.calls;
  const query = useCall(get, asInput(get, { id }), { quiet: true });
  const recordQuery = query as unknown as typeof query & { data: NounRecord | undefined };
  const { title } = of.noun.is;
  useTitle(recordQuery.data && String(recordQuery.data[title]));
  return (
    <RecordLoader query={recordQuery}>
      {(record) => (
        <div className="record-page">
          <RecordTop title={String(record[title])} />
          <Head of={of} record={record} />
          <div className="card record-body">
            <div className="record-main">
              <Sections of={of} record={record} />
              <AuditBanner {...record} />
              {of.below?.(record)}
              <NounHistory of={of} id={record.id} version={record.version} />
            </div>
          </div>
        </div>
      )}
    </RecordLoader>
  );
}

function Head({ of, record }: { of: NounWeb; record: NounRecord }) {
  const { noun, calls, house, place } = of;
  const { is } = noun;
  const navigate = useNavigate();
  const name = String(record[is.title]);
  const removal = useRemove({
    call: calls.remove,
    restore: house.restore,
    kind: is.name,
    consequence: consequenceOf(of),
    onDeleted: () => navigate(placeOf(place.list)),
  });
  return (
    <section className="card record-head">
      <span className="seal" aria-hidden="true">
        {name.slice(0, 1)}
      </span>
      <div className="record-name">
        <h1>
          {name}
          {of.tags && <span className="record-tags">{of.tags(record)}</span>}
        </h1>
        <p className="record-place">{record.path.map((one) => one.name).join(' > ')}</p>
        {of.facts && (
          <p className="record-facts">
            {of.facts(record).map(([label, value]) => (
              <span key={label}>
                {label}
                <b>{value}</b>
              </span>
            ))}
          </p>
        )}
      </div>
      <div className="record-acts">
        {record.can.edit && (
          <ButtonLink look="primary" icon="edit" to={place.edit(record.id)}>
            编辑
          </ButtonLink>
        )}
        <ButtonLink icon="organisation" to={house.orgHref(record.orgId)}>
          {is.fields.orgId?.label}
        </ButtonLink>
        {of.acts?.(record)}
        {record.can.remove && (
          <Button danger icon="trash" onClick={() => removal.ask({ id: record.id, name: String(record[is.title]) })}>
            删除
          </Button>
        )}
      </div>
      {removal.dialog}
    </section>
  );
}

function Sections({ of, record }: { of: NounWeb; record: NounRecord }) {
  const { is } = of.noun;
  const edit = record.can.edit && <Link to={of.place.edit(record.id)}>补填</Link>;
  const lineOf = (name: string) => {
    const field = is.fields[name];
    if (!field || !fieldApplies(of.noun, name, record)) return null;
    const own = of.values?.[name];
    const value = own ? own(record) : (filesOf(record, name) ?? plainValue(of, record, name));
    if (value === undefined) return null;
    const lacks = field.options.wanted ? <Missing act={edit} /> : <span className="muted">—</span>;
    const isEmpty = value === null || value === '';
    return (
      <Line key={name} label={field.label} {...(field.options.wide ? { wide: true } : {})}>
        {isEmpty ? lacks : value}
      </Line>
    );
  };
  const sections = of.together
    ? [[of.together, Object.values(is.sections).flat()] as const]
    : Object.entries(is.sections);
  return sections.map(([section, names], at) => (
    <div key={section}>
      <div className="record-section">
        <h2 className="section-title">{section}</h2>
        {at === 0 && record.can.edit && <Link to={of.place.edit(record.id)}>编辑</Link>}
      </div>
      <dl className="record-fields">{names.map(lineOf)}</dl>
    </div>
  ));
}

/** Files as the record shows them; null for all else, and where there are none. */
function filesOf(record: NounRecord, name: string): ReactNode {
  const files = record.uploads?.[name] ?? [];
  return files.length > 0 ? <Uploads files={files} /> : null;
}

/** A value of row or record as people read it; null where there is none. */
export function plainValue({ noun }: NounWeb, row: Readonly<Record<string, unknown>>, name: string): ReactNode {
  const field = noun.is.fields[name];
  const value = row[name];
  if (!field || value === null || value === undefined || value === '') return null;
  if (field.beside !== 'none') return String(row[besideName(name)]);
  if (field.kind === 'flag') return value ? '是' : '否';
  if (typeof value === 'number') return `${value.toLocaleString('en-US')}${field.options.unit ?? ''}`;
  if (field.options.rich)
    return (
      <Suspense>
        <RichText html={String(value)} />
      </Suspense>
    );
  return <span className={field.kind === 'text' ? 'record-text' : undefined}>{String(value)}</span>;
}

/** What a deletion means, in one sentence. */
export const consequenceOf =
  ({ consequence }: NounWeb) =>
  (name: string) =>
    `${name}将移入回收站${consequence ? `，${consequence}` : ''}。`;
