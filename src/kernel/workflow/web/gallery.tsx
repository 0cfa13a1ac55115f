import { useMemo, useState } from 'react';
import { Case, Cases } from '#platform/web/gallery/Case.tsx';
import type { Definition, FormField } from '../contract.definition.ts';
import { path, publishFaults } from '../rules.definition.ts';
import { Canvas } from './designer/Canvas.tsx';
import { START } from './designer/walk.ts';
import type { Names } from './designer/words.ts';
import { PeoplePicker, type Picked } from './PeoplePicker.tsx';
import { WaySteps } from './WaySteps.tsx';

const FIELDS: readonly FormField[] = [{ key: 'amount', label: '金额', kind: 'money' }];
const PEOPLE: Readonly<Record<string, string>> = { 1: '周敏', 2: '向丽华', 3: '郑国平' };
const names: Names = {
  person: (accountId) => PEOPLE[accountId] ?? '',
  role: () => '党务工作者',
  fields: FIELDS,
  orgTypes: {},
};

const whole: Definition = {
  sameSigner: false,
  steps: [
    {
      kind: 'approver',
      id: 'n1',
      name: '上级党组织审批',
      who: { kind: 'role', roleId: 3, place: 'superior' },
      mode: 'any',
      timeout: { hours: 48, act: 'remind', to: null },
    },
    {
      kind: 'branches',
      id: 'n2',
      branches: [
        {
          id: 'n3',
          name: '经费较多',
          isDefault: false,
          conditions: [{ field: 'amount', operator: 'ge', value: 500_000 }],
          steps: [
            {
              kind: 'approver',
              id: 'n5',
              name: '组织部会签',
              who: { kind: 'people', accountIds: ['2', '3'] },
              mode: 'all',
              timeout: null,
            },
          ],
        },
        { id: 'n4', name: '其他情况', isDefault: true, conditions: [], steps: [{ kind: 'end', id: 'n6' }] },
      ],
    },
    { kind: 'copy', id: 'n7', name: '抄送财务', who: { kind: 'people', accountIds: ['1'] } },
  ],
};
const broken: Definition = {
  sameSigner: false,
  steps: [
    {
      kind: 'approver',
      id: 'n1',
      name: '审批',
      who: { kind: 'people', accountIds: [] },
      mode: 'sequence',
      timeout: null,
    },
    {
      kind: 'branches',
      id: 'n2',
      branches: [
        { id: 'n3', name: '条件1', isDefault: false, conditions: [], steps: [] },
        {
          id: 'n4',
          name: '条件2',
          isDefault: false,
          conditions: [{ field: 'amount', operator: 'lt', value: 100_000 }],
          steps: [],
        },
      ],
    },
  ],
};
const LIT = new Set(path(whole, { amount: 600_000 }).lit);

function Drawing({
  start,
  lit = null,
  fixed = false,
}: {
  start: Definition;
  lit?: ReadonlySet<string> | null;
  fixed?: boolean;
}) {
  const [definition, setDefinition] = useState(start);
  const [selected, setSelected] = useState(START);
  const [focus, setFocus] = useState(0);
  const faults = useMemo(() => publishFaults(definition, FIELDS), [definition]);
  const go = (id: string) => {
    setSelected(id);
    setFocus((count) => count + 1);
  };
  return (
    <Canvas
      definition={definition}
      names={names}
      fields={FIELDS}
      faults={faults}
      lit={lit}
      selected={selected}
      focus={focus}
      zoom={1}
      readOnly={fixed}
      onOpen={setSelected}
      onSelect={go}
      onChange={(next, id) => {
        setDefinition(next);
        go(id);
      }}
    />
  );
}

/** The drawing of an approval process in its states, the way of a matter, and the choice of people. */
export default function WorkflowGallery() {
  const [picked, setPicked] = useState<Picked[]>([
    { accountId: '1', name: '周敏', orgName: '江南街道党工委' },
    { accountId: '2', name: '向丽华' },
  ]);
  return (
    <Cases>
      <Case title="流程图：条件分支、会签、抄送、提前结束" wide>
        <Drawing start={whole} />
      </Case>
      <Case title="流程图：要改的地方写在卡片上" wide>
        <Drawing start={broken} />
      </Case>
      <Case title="流程图：试运行经过的节点，只读" wide>
        <Drawing start={whole} lit={LIT} fixed />
      </Case>
      <Case title="选人：有先后，可以前移和移除">
        <PeoplePicker label="审批人" picked={picked} most={20} ordered onChange={setPicked} hint="按顺序逐人审批" />
      </Case>
      <Case title="选人：没有选">
        <PeoplePicker label="代办人" required picked={[]} most={1} onChange={() => {}} fault="请选择代办人" />
      </Case>
      <Case title="要经过的节点">
        <WaySteps
          steps={[
            {
              nodeId: 'n1',
              kind: 'approver',
              name: '上级党组织审批',
              mode: 'any',
              people: [{ accountId: null, name: '党务工作者', orgName: '江南街道党工委' }],
              choose: 0,
              remark: '',
            },
            {
              nodeId: 'n5',
              kind: 'approver',
              name: '组织部会签',
              mode: 'all',
              people: [
                { accountId: '2', name: '向丽华', orgName: '中共临峡区委员会' },
                { accountId: '3', name: '郑国平', orgName: '中共峡州市委员会' },
              ],
              choose: 0,
              remark: '发起人是审批人，由系统管理员审批',
            },
            {
              nodeId: 'n7',
              kind: 'copy',
              name: '抄送财务',
              mode: 'any',
              people: [],
              choose: 0,
              remark: '没有可以抄送的人',
            },
          ]}
        />
      </Case>
    </Cases>
  );
}
