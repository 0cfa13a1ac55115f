import { useRef } from 'react';
import { canAuthorizeList, type Person } from '#people/groups/contract.people.ts';
import { ChooseDialog } from '#platform/web/choose/ChooseDialog.tsx';
import { PeoplePanel, personChoice } from '#platform/web/choose/PeoplePanel.tsx';
import type { Candidate } from '../../contract.ts';
import { PlaceTree } from '../pickers.tsx';

const candidate = (row: Person): Candidate => ({
  memberId: row.id,
  name: row.name,
  idCardNo: row.idCardNo,
  phonenumber: row.phonenumber,
  orgId: row.orgId,
  orgName: row.orgName,
  accountId: row.userId,
});

/** Chooses one of those who may be given rights, for an account. */
export default function CandidateDialog({
  refuse,
  onPick,
  onClose,
}: {
  refuse?: (person: Candidate) => string;
  onPick: (person: Candidate) => void;
  onClose: () => void;
}) {
  // The choice holds a name alone; whoever was shown is known in full.
  const seen = useRef(new Map<string, Candidate>());
  return (
    <ChooseDialog
      title="选择人员"
      width={1000}
      unit="人"
      multiple={false}
      chosen={[]}
      onConfirm={([chosen]) => {
        const person = seen.current.get(chosen?.id ?? '');
        if (person) onPick(person);
      }}
      onClose={onClose}
      panels={[
        {
          key: 'people',
          title: '选择人员',
          content: (picks) => (
            <PeoplePanel<Person>
              endpoint={canAuthorizeList}
              refuse={(row) => refuse?.(candidate(row)) ?? ''}
              choiceOf={(row) => {
                seen.current.set(row.id, candidate(row));
                return personChoice(row);
              }}
              tree={(selectedId, onSelect) => <PlaceTree selectedId={selectedId} onSelect={onSelect} />}
              picks={picks}
            />
          ),
        },
      ]}
    />
  );
}
