import { type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react';
import type { Endpoint } from '#platform/contract.ts';
import { Popup } from '../dialogs/Popup.tsx';
import { Icon } from '../show/icons.tsx';
import { Button, Pressable } from '../ui/Button.tsx';
import type { Choice, Picks } from './choice.ts';
import { Conditions } from './conditions.ts';
import { PickTable } from './PickTable.tsx';
import '../form/form.css';

/** What the panel shows of a person. */
export interface PickedPerson {
  id: string;
  name: string;
  genderName: string;
  personCategoryName: string;
  orgName: string;
  phonenumber: string;
  roleName: string;
}

/** Ranges of the search model, the usual one first (specification, section 9). */
export const RANGES = [
  ['all', '本级及下级'],
  ['onlySelf', '仅本级'],
  ['onlyChild', '仅下级'],
  ['onlyParent', '仅上级'],
] as const;
const ROLES = [
  ['', '全部'],
  ['3', '党务工作者'],
  ['2', '党员'],
  ['6', '流动党员'],
] as const;
const WORKER = '3';
const SIZE = 10;

const columns = [
  { title: '姓名', width: 18, cell: (row: PickedPerson) => row.name },
  { title: '性别', width: 9, wide: true, cell: (row: PickedPerson) => row.genderName },
  { title: '人员类别', width: 16, wide: true, cell: (row: PickedPerson) => row.personCategoryName },
  {
    title: '所在党组织',
    width: 34,
    cell: (row: PickedPerson) => (
      <span className="ellipsis" title={row.orgName}>
        {row.orgName}
      </span>
    ),
  },
  { title: '手机号', width: 23, wide: true, cell: (row: PickedPerson) => row.phonenumber || '—' },
];

export const personChoice = ({ id, name, orgName }: Pick<PickedPerson, 'id' | 'name' | 'orgName'>): Choice => ({
  id,
  name,
  note: orgName,
});

interface PeoplePanelProps<Row extends PickedPerson> {
  /** The person search: takes keyWords, roleId, searchRange, orgId and queryId beside the page. */
  endpoint: Endpoint;
  /** What is asked for besides, e.g. the group's type. */
  input?: Readonly<Record<string, unknown>>;
  /** Only party workers. */
  workersOnly?: boolean;
  /** Draws the tree of organisations. */
  tree: (selectedId: string | null, onSelect: (org: { id: string; name: string }) => void) => ReactNode;
  refuse?: (row: Row) => string;
  /** Sees every row that is shown, for callers who need more of a person than the choice holds. */
  choiceOf?: (row: Row) => Choice;
  picks: Picks;
}

const NONE = {};

/** 选择人员: people by role type, organisation, range and name, ten a page. */
export function PeoplePanel<Row extends PickedPerson>(props: PeoplePanelProps<Row>) {
  const [role, setRole] = useState('');
  const [range, setRange] = useState('all');
  const [org, setOrg] = useState<{ id: string; name: string } | null>(null);
  const [queryId, setQueryId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const words = useRested(typed);
  const ByConditions = useContext(Conditions);
  const reset = () => {
    setQueryId(null);
    setRole('');
    setRange('all');
    setOrg(null);
    setTyped('');
  };
  const roleId = props.workersOnly ? WORKER : role;
  return (
    <>
      <div className="choose-filters">
        <label className="field-box choose-words">
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            maxLength={40}
            data-autofocus
            aria-label="姓名、拼音首字母、身份证号或手机号"
            placeholder="姓名、拼音、身份证号、手机号"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <PlaceButton label="组织" chosen={org} onChoose={setOrg} tree={props.tree} />
        <Choose label="范围" value={range} options={RANGES} onChange={setRange} />
        {!props.workersOnly && <Choose label="人员角色" value={role} options={ROLES} onChange={setRole} />}
        {ByConditions && (
          <Suspense fallback={null}>
            <ByConditions queryId={queryId} orgId={org?.id} onUse={setQueryId} />
          </Suspense>
        )}
        {(role || range !== 'all' || org || typed || queryId) && (
          <Button look="link" size="compact" onClick={reset}>
            重置
          </Button>
        )}
      </div>
      <PickTable<Row>
        caption="人员"
        endpoint={props.endpoint}
        input={{
          ...(props.input ?? NONE),
          ...(words && { keyWords: words }),
          ...(roleId && { roleId: Number(roleId) }),
          ...(range !== 'all' && { searchRange: range }),
          ...(org && { orgId: org.id }),
          ...(queryId && { queryId }),
        }}
        columns={columns}
        choiceOf={props.choiceOf ?? personChoice}
        refuse={props.refuse}
        picks={props.picks}
        size={SIZE}
        unit="人"
        whole
        empty={{ title: '没有找到人员', text: '换一个写法、放宽范围，或检查是否在您的管理范围内。' }}
      />
    </>
  );
}

/** A text as it is after a third of a second without typing. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed.trim()), 300);
    return () => clearTimeout(timer);
  }, [typed]);
  return rested;
}

/** One of a few, with its name inside the control. */
export function Choose({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  return (
    <label className="field-box choose-select">
      <span className="muted">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, title]) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </label>
  );
}

/** A button that opens the tree of organisations below itself. */
export function PlaceButton({
  label,
  chosen,
  onChoose,
  tree,
}: {
  label: string;
  chosen: { id: string; name: string } | null;
  onChoose: (org: { id: string; name: string }) => void;
  tree: PeoplePanelProps<PickedPerson>['tree'];
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Pressable
        ref={button}
        className="field-box choose-place"
        aria-haspopup="tree"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span className="muted">{label}</span>
        <span className="ellipsis">{chosen?.name ?? '本组织'}</span>
        <Icon name="down" size={14} />
      </Pressable>
      {open && button.current && (
        <Popup anchor={button.current} label={label} className="org-popup" onClose={() => setOpen(false)}>
          {tree(chosen?.id ?? null, (org) => {
            onChoose(org);
            setOpen(false);
          })}
        </Popup>
      )}
    </>
  );
}
