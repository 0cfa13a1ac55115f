import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Field } from '#platform/noun/fields.ts';
import { besideName } from '#platform/noun/noun.ts';
import { useAct } from '../call/hooks.ts';
import type { MenuAct } from '../dialogs/Menu.tsx';
import { StartDialog } from '../dialogs/StartDialog.tsx';
import { useRemove } from '../dialogs/useRemove.tsx';
import type { Column, Filter, Option } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { RowLink } from '../list/RowLink.tsx';
import type { ListState } from '../list/useListState.ts';
import { may, useSession } from '../session/session.ts';

import { noValue } from '../show/none.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { consequenceOf, plainValue } from './NounRecordPage.tsx';
import { asInput, dictionariesOf, type NounRow, type NounWeb, optionsOf } from './nounWeb.ts';

type Dict = Readonly<Record<string, readonly Option[]>>;

/** The list of a noun beside the tree: declared columns and filters, add, export, edit, delete. */
export function NounList({ of }: { of: NounWeb }) {
  const { noun, calls, house, place } = of;
  const { is } = noun;
  const session = useSession();
  const navigate = useNavigate();
  const dict = house.useDict(...dictionariesOf(noun));
  // The dictionaries come as another object at each drawing; the table's columns must not.
  const known = JSON.stringify(dict);
  const columns = useMemo(() => columnsOf(of, JSON.parse(known)), [of, known]);
  const side = house.useSide();
  const removal = useRemove({
    call: calls.remove,
    restore: house.restore,
    kind: is.name,
    consequence: consequenceOf(of),
  });
  const nameOf = (row: NounRow) => String(row[is.title]);
  const menu = (row: NounRow): MenuAct[] => [
    { label: '查看详情', icon: 'eye', run: () => navigate(place.browse(row.id)) },
    {
      label: `查看${is.fields.orgId?.label}`,
      icon: 'organisation',
      run: () => navigate(house.orgHref(row.orgId)),
    },
    ...(row.can.remove
      ? [
          {
            label: `删除 ${nameOf(row)}`,
            icon: 'trash',
            danger: true,
            run: () => removal.ask({ id: row.id, name: nameOf(row) }),
          } satisfies MenuAct,
        ]
      : []),
  ];
  const measure = is.measure ?? '个';
  return (
    <>
      <ListPage<NounRow>
        title={of.title ?? is.label}
        path={place.list}
        endpoint={calls.list}
        columns={columns}
        search={{ name: 'name', placeholder: is.fields[is.title]?.label ?? '' }}
        unit={measure}
        {...(side ? { side } : {})}
        acts={({ state }) => (
          <>
            {of.listActs?.(state)}
            {may(session, calls.exports.access) && <ExportButton of={of} state={state} />}
            {may(session, is.access.write) && (
              <ButtonLink look="primary" icon="plus" to={place.add(state.values.orgId ?? session.user.workOrgId)}>
                新增{is.label}
              </ButtonLink>
            )}
          </>
        )}
        row={{
          label: nameOf,
          href: (row) => place.browse(row.id),
          editHref: (row) => (row.can.edit ? place.edit(row.id) : null),
          menu,
        }}
        empty={of.empty ?? { title: `这里没有${is.label}`, text: '这个组织和它的下级还没有登记，可在右上角新增。' }}
      />
      {removal.dialog}
    </>
  );
}

function ExportButton({ of, state }: { of: NounWeb; state: ListState }) {
  const [open, setOpen] = useState(false);
  const { exports } = of.calls;
  const start = useAct(exports, { quiet: true });
  const { label, measure = '个' } = of.noun.is;
  return (
    <>
      <Button icon="export" onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title={`导出${label}`}
          example={`年度${label}统计`}
          onStart={({ purpose = '' }) => start.mutateAsync(asInput(exports, { ...state.values, purpose }))}
          onClose={() => setOpen(false)}
        >
          {state.filtered > 0 ? '按列表当前的筛选，' : '按列表当前的组织及其下级，'}
          在后台导出，每{measure}
          {label}一行；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}

/** The declared columns with their filters; filters of fields that no column shows stand alone. */
function columnsOf(of: NounWeb, dict: Dict): Column<NounRow>[] {
  const { is } = of.noun;
  const shown = [is.title, ...is.list.filter((name) => name !== is.title)];
  const firstTag = shown.find((name) => is.fields[name]?.beside === 'words');
  const lacked = is.lacking?.map((value) => ({ value, label: is.fields[value]?.label ?? value }));
  const lackAt = shown.find((name) => is.lacking?.includes(name) && !is.filters?.includes(name));
  const columns = shown.flatMap((name): Column<NounRow>[] => {
    const field = is.fields[name];
    if (!field) return [];
    const filter = is.filters?.includes(name) ? filterOf(name, field, dict) : undefined;
    return [
      {
        key: field.kind === 'organisation' ? 'orgName' : name,
        title: field.label,
        width: widthOf(field),
        cell: (row) => plainValue(of, row, name) ?? noValue,
        ...(field.kind === 'whole'
          ? { align: 'right', card: 'side', cell: (row) => numberOf(row[name]) ?? noValue }
          : {}),
        ...(field.kind === 'flag' ? { startsHidden: true } : {}),
        ...(field.kind === 'organisation' || field.kind === 'day' ? { card: 'line' } : {}),
        ...(name === firstTag ? tagColumn(name) : {}),
        ...(name === is.title ? titleColumn(of) : {}),
        ...(filter ? { filter } : {}),
        ...(lacked && name === lackAt
          ? { filter: { kind: 'choice', name: 'lacking', options: lacked }, filterTitle: '缺少内容' }
          : {}),
        ...of.columns?.[name],
      },
    ];
  });
  const alone = (key: string, title: string, filter: Filter): Column<NounRow> => ({
    key: `filter-${key}`,
    title,
    width: 0,
    cell: () => null,
    filter,
    filterOnly: true,
  });
  const others = (is.filters ?? []).flatMap((name) => {
    const field = is.fields[name];
    return field && !shown.includes(name) ? [alone(name, field.label, filterOf(name, field, dict))] : [];
  });
  const lackOnly: Filter[] = lacked && !lackAt ? [{ kind: 'choice', name: 'lacking', options: lacked }] : [];
  return [...columns, ...(of.further ?? []), ...others, ...lackOnly.map((one) => alone('lacking', '缺少内容', one))];
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-US') : null);

const titleColumn = (of: NounWeb): Partial<Column<NounRow>> => {
  const { title } = of.noun.is;
  return {
    width: 240,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={of.place.browse(row.id)} title={String(row[title])}>
        {String(row[title])}
      </RowLink>
    ),
  };
};

const tagColumn = (name: string): Partial<Column<NounRow>> => ({
  card: 'tag',
  cell: (row) => (row[besideName(name)] ? <span className="tag">{String(row[besideName(name)])}</span> : noValue),
});

function filterOf(name: string, field: Field, dict: Dict): Filter {
  if (field.kind === 'day') return { kind: 'days', from: `${name}From`, to: `${name}To` };
  const yesNo = [
    { value: 'true', label: '是' },
    { value: 'false', label: '否' },
  ];
  return { kind: 'choice', name, options: field.kind === 'flag' ? yesNo : optionsOf(field, dict) };
}

function widthOf({ kind, options }: Field): number {
  if (kind === 'organisation') return 200;
  if (kind === 'day') return 110;
  if (kind === 'whole' || kind === 'flag') return 92;
  if (kind === 'text') return 240;
  return kind === 'line' ? Math.min(220, Math.max(100, (options.max ?? 60) * 6)) : 130;
}
