import { DUPLICATE_APPROVER, MAX_PEOPLE, type Place, type Who } from '../../contract.definition.ts';
import { placeWords } from '../../rules.definition.ts';
import { PeoplePicker, type Picked } from '../PeoplePicker.tsx';
import { Choices, Line, NumberBox, Pick } from './parts.tsx';
import type { Names } from './words.ts';

type Fixed = Exclude<Who, { kind: 'chosen' }>;

interface WhoFieldsProps<W extends Who> {
  /** 审批人, 抄送人, 转交给. */
  label: string;
  who: W;
  names: Names;
  roles: readonly { id: number; name: string }[];
  onChange: (who: W) => void;
  /** Learns the names of people who were not in the process before. */
  onPicked: (people: readonly Picked[]) => void;
  /** Whether these people may stand here: nobody decides twice in one matter. */
  repeats?: (accountIds: readonly string[]) => boolean;
  ordered?: boolean;
  /** The initiator may name them; for approvers alone. */
  withChosen?: (most: number) => W;
}

const PLACES: readonly Place[] = ['own', 'superior', 1, 2, 3, 4, 5, 6];
const KINDS = { people: '指定人员', role: '按角色', chosen: '发起人自选' } as const;

/** Who decides or is copied: named people, a role at an organisation, or whom the initiator names. */
export function WhoFields<W extends Who>(props: WhoFieldsProps<W>) {
  const { label, who, names, roles, onChange, onPicked, repeats, withChosen } = props;
  const kinds: readonly Who['kind'][] = withChosen ? ['people', 'role', 'chosen'] : ['people', 'role'];
  // `W` holds every fixed way of naming people; only the chosen one depends on where the fields stand.
  const fixed = (next: Fixed) => onChange(next as W);
  const turn = (kind: Who['kind']) => {
    if (kind === 'people') fixed({ kind, accountIds: [] });
    else if (kind === 'role') fixed({ kind, roleId: roles[0]?.id ?? 3, place: 'superior' });
    else if (withChosen) onChange(withChosen(1));
  };
  return (
    <>
      <Choices
        legend={`${label}来源`}
        value={who.kind}
        options={kinds.map((value) => ({ value, label: KINDS[value] }))}
        onChange={turn}
      />
      {who.kind === 'people' && (
        <PeoplePicker
          label={label}
          picked={who.accountIds.map((accountId) => ({ accountId, name: names.person(accountId) }))}
          most={MAX_PEOPLE}
          ordered={props.ordered ?? false}
          withMe
          refuse={({ accountId }) =>
            who.accountIds.includes(accountId) || repeats?.([...who.accountIds, accountId]) ? DUPLICATE_APPROVER : ''
          }
          onChange={(picked) => {
            onPicked(picked);
            fixed({ kind: 'people', accountIds: picked.map(({ accountId }) => accountId) });
          }}
        />
      )}
      {who.kind === 'role' && (
        <>
          <Pick
            label="哪个组织"
            value={String(who.place)}
            options={PLACES.map((place) => ({ value: String(place), label: placeWords(place) }))}
            onChange={(text) => {
              const place = PLACES.find((one) => String(one) === text);
              if (place !== undefined) fixed({ ...who, place });
            }}
          />
          <Pick
            label="什么角色"
            value={String(who.roleId)}
            options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(text) => fixed({ ...who, roleId: Number(text) })}
          />
          <p className="field-hint">从发起人所在的组织算起；任职人员变动后自动跟着变</p>
        </>
      )}
      {who.kind === 'chosen' && (
        <Line label="最多几人" hint={`发起时由发起人选定，1至${MAX_PEOPLE}人`}>
          {({ id }) => (
            <NumberBox
              id={id}
              kind="whole"
              unit="人"
              value={who.most}
              range={[1, MAX_PEOPLE]}
              onChange={(most) => most !== null && withChosen && onChange(withChosen(most))}
            />
          )}
        </Line>
      )}
    </>
  );
}
