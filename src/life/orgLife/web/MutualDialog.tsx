import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listMates, type Mate, type OwnAppraisal, writeMutual } from '../contract.appraisal.ts';
import { GRADES } from '../rules.appraisal.ts';
import './dialogs.css';

/** 互评: a grade and a word of each of the own group. */
export function MutualDialog({ one, onClose }: { one: OwnAppraisal; onClose: () => void }) {
  const query = useCall(listMates, { id: one.id }, { quiet: true, staleTime: 0 });
  if (!query.data)
    return (
      <Dialog title={`${one.year}年度互评`} icon="members" onClose={onClose}>
        <Waiting query={query} lines={4} />
      </Dialog>
    );
  return <Edit one={one} groupName={query.data.groupName} mates={query.data.people} onClose={onClose} />;
}

function Edit({
  one,
  groupName,
  mates,
  onClose,
}: {
  one: OwnAppraisal;
  groupName: string;
  mates: readonly Mate[];
  onClose: () => void;
}) {
  // What the dialog was opened with; a list that is read again must not move what is being typed.
  const [people, setPeople] = useState(mates);
  const [fault, setFault] = useState('');
  const write = useAct(writeMutual, { quiet: true });
  const change = (memberId: string, more: Partial<Mate>) => {
    setFault('');
    setPeople(people.map((mate) => (mate.memberId === memberId ? { ...mate, ...more } : mate)));
  };
  const save = async () => {
    const given = people.flatMap(({ memberId, grade, note }) =>
      grade === null ? [] : [{ memberId, grade, note: note.trim() }],
    );
    const worded = people.find(({ grade, note }) => grade === null && note.trim() !== '');
    if (worded) return setFault(`请给${worded.name}选择等次`);
    if (given.length === 0) return setFault('请至少评价一人');
    try {
      await write.mutateAsync({ id: one.id, people: given });
      emit('notice', { kind: 'success', text: `已评价${given.length}人，评议完成前可以改` });
      onClose();
    } catch (error) {
      setFault(error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : '保存失败，请再试一次');
    }
  };
  return (
    <Dialog
      title={`${one.year}年度互评`}
      icon="members"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={write.isPending} onClick={() => void save()}>
            提交
          </Button>
        </>
      }
    >
      <div className="life-mutual">
        <p className="secondary">
          {groupName ? `在${groupName}内互评。` : '在支部内互评。'}汇总时只显示票数和意见，不显示是谁写的。
        </p>
        {people.map((mate) => (
          <fieldset key={mate.memberId}>
            <legend>{mate.name}</legend>
            <div className="life-mutual-grades">
              {Object.entries(GRADES).map(([value, label]) => (
                <label key={value} className={mate.grade === Number(value) ? 'chosen' : ''}>
                  <input
                    type="radio"
                    name={`mutual-${mate.memberId}`}
                    checked={mate.grade === Number(value)}
                    onChange={() => change(mate.memberId, { grade: Number(value) })}
                  />
                  {label}
                </label>
              ))}
            </div>
            <input
              className="field-box"
              aria-label={`对${mate.name}的意见`}
              placeholder="意见和希望，可以不写"
              maxLength={200}
              value={mate.note}
              onChange={(event) => change(mate.memberId, { note: event.target.value })}
            />
          </fieldset>
        ))}
        {people.length === 0 && <p className="muted">没有需要互评的党员。</p>}
        {fault && (
          <p className="field-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </Dialog>
  );
}
