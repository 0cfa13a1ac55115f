import { type FormEvent, type ReactNode, useState } from 'react';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { ChooseDialog } from '#platform/web/choose/ChooseDialog.tsx';
import type { Choice, Picks } from '#platform/web/choose/choice.ts';
import { Choose, PlaceButton, RANGES } from '#platform/web/choose/PeoplePanel.tsx';
import { PickTable } from '#platform/web/choose/PickTable.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type OrgChoice, searchOrgs } from '../contract.search.ts';
import { ORG_TYPES } from '../contract.ts';

export interface OrgDialogProps {
  title?: string;
  multiple: boolean;
  chosen: readonly Choice[];
  max?: number;
  /** Why an organisation cannot be chosen; the empty text where it can. */
  refuse?: (org: OrgChoice) => string;
  onConfirm: (chosen: Choice[]) => void;
  onClose: () => void;
}

/** Draws the tree of organisations; pickers.tsx hands it in, since it opens this dialog itself. */
type OrgTree = (selectedId: string | null, onSelect: (org: { id: string; name: string }) => void) => ReactNode;

const SIZE = 10;
const EVERY = ['', '全部'] as const;
const TYPES = [EVERY, ...Object.entries(ORG_TYPES)];
const START = { keyWords: '', searchRange: 'all', isNaturalUnit: false, pmType: '', type: '', offerType: '' };

const columns = [
  {
    title: '组织名称',
    width: 42,
    cell: (row: OrgChoice) => (
      <span className="ellipsis" title={row.path}>
        {row.name}
      </span>
    ),
  },
  { title: '组织类别', width: 20, cell: (row: OrgChoice) => row.typeName },
  {
    title: '上级组织',
    width: 38,
    wide: true,
    cell: (row: OrgChoice) => (
      <span className="ellipsis" title={row.path}>
        {row.parentName || '—'}
      </span>
    ),
  },
];

const choiceOf = ({ id, name, parentName }: OrgChoice): Choice => ({ id, name, note: parentName });

/** 选择组织 of the specification, section 2: organisation, legal entity, category of people, of organisations, party post. */
export default function OrgDialog(props: OrgDialogProps & { tree: OrgTree }) {
  return (
    <ChooseDialog
      title={props.title ?? '选择组织'}
      width={900}
      unit="个"
      multiple={props.multiple}
      chosen={props.chosen}
      max={props.max}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
      panels={[
        {
          key: 'orgs',
          title: '选择组织',
          content: (picks) => <Organisations picks={picks} refuse={props.refuse} tree={props.tree} />,
        },
      ]}
    />
  );
}

function Organisations({ picks, refuse, tree }: { picks: Picks; refuse: OrgDialogProps['refuse']; tree: OrgTree }) {
  const dict = useDict('0002', '0012');
  const [place, setPlace] = useState<{ id: string; name: string } | null>(null);
  const [wanted, setWanted] = useState(START);
  const [asked, setAsked] = useState<Readonly<Record<string, unknown>>>({});
  const set = (patch: Partial<typeof START>) => setWanted({ ...wanted, ...patch });
  const query = (event: FormEvent) => {
    event.preventDefault();
    const filled = Object.entries({ ...wanted, keyWords: wanted.keyWords.trim(), orgId: place?.id ?? '' });
    setAsked(Object.fromEntries(filled.filter(([, value]) => value !== '' && value !== false)));
  };
  const reset = () => {
    setPlace(null);
    setWanted(START);
    setAsked({});
  };
  return (
    <>
      <form className="choose-filters" onSubmit={query}>
        <label className="field-box choose-words">
          <Icon name="search" />
          <input
            type="search"
            autoComplete="off"
            maxLength={40}
            data-autofocus
            aria-label="组织名称、拼音首字母或编码"
            placeholder="组织名称、拼音、编码"
            value={wanted.keyWords}
            onChange={(event) => set({ keyWords: event.target.value })}
          />
        </label>
        <PlaceButton label="组织" chosen={place} onChoose={setPlace} tree={tree} />
        <Choose
          label="范围"
          value={wanted.searchRange}
          options={RANGES}
          onChange={(searchRange) => set({ searchRange })}
        />
        <Choose label="组织类别" value={wanted.type} options={TYPES} onChange={(type) => set({ type })} />
        <Choose
          label="人员类别"
          value={wanted.pmType}
          options={[EVERY, ...dict['0002'].map(({ value, label }) => [value, label] as const)]}
          onChange={(pmType) => set({ pmType })}
        />
        <Choose
          label="党内职务"
          value={wanted.offerType}
          options={[EVERY, ...dict['0012'].map(({ label }) => [label, label] as const)]}
          onChange={(offerType) => set({ offerType })}
        />
        <label className="field-box choose-tick">
          <input
            type="checkbox"
            className="tick"
            checked={wanted.isNaturalUnit}
            onChange={(event) => set({ isNaturalUnit: event.target.checked })}
          />
          法人单位
        </label>
        <Button submit size="compact">
          查询
        </Button>
        <Button look="link" size="compact" onClick={reset}>
          重置
        </Button>
      </form>
      <PickTable<OrgChoice>
        caption="组织"
        endpoint={searchOrgs}
        input={asked}
        columns={columns}
        choiceOf={choiceOf}
        refuse={refuse}
        picks={picks}
        size={SIZE}
        unit="个"
        whole
        empty={{ title: '没有找到组织', text: '换一个写法，或放宽条件再查。' }}
      />
    </>
  );
}
