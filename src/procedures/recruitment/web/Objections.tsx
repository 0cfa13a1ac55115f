import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  CHECK_RESULTS,
  checkObjection,
  type Objection,
  type PublicityRow,
  readObjections,
} from '../contract.publicity.ts';
import { Row } from './parts.tsx';
import './publicity.css';

type Result = keyof typeof CHECK_RESULTS;
const time = (value: string) => new Date(value).toLocaleString('sv-SE').slice(0, 16);

/** What was said about a 公示, for the superior: each checked by itself, with what was found. */
export function Objections({ row, onClose }: { row: PublicityRow; onClose: () => void }) {
  const objectionsQuery = useCall(readObjections, { fileId: row.fileId }, { quiet: true });
  const check = useAct(checkObjection, { quiet: true });
  const [chosen, setChosen] = useState<{ one: Objection; result: Result } | null>(null);
  if (chosen) {
    return (
      <ReasonDialog
        title={`${CHECK_RESULTS[chosen.result]}：${row.name}`}
        act="登记核查结果"
        label="核查情况"
        max={300}
        onDone={async (note) => {
          await check.mutateAsync({ fileId: row.fileId, id: chosen.one.id, result: chosen.result, note });
          emit('notice', { kind: 'success', text: '已登记核查结果' });
        }}
        onClose={() => setChosen(null)}
      >
        {chosen.result === 'checked'
          ? '这条反映查实不影响入党。核查情况会告知党支部，请不要写反映人。'
          : '公示将以“有影响入党的问题”结束，不能列为发展对象。核查情况会告知党支部，请不要写反映人。'}
      </ReasonDialog>
    );
  }
  return (
    <Dialog
      title={`对${row.name}公示的反映`}
      icon="chat"
      onClose={onClose}
      foot={<Button onClick={onClose}>关闭</Button>}
    >
      {objectionsQuery.error && !objectionsQuery.data ? (
        <Failed error={objectionsQuery.error} onRetry={() => objectionsQuery.refetch()} />
      ) : objectionsQuery.data ? (
        objectionsQuery.data.map((one) => (
          <section key={one.id} className="fz-said">
            <p className="fz-said-text">{one.content}</p>
            <dl className="fz-lines">
              <Row label="联系方式">{one.contact || '没有留'}</Row>
              <Row label="收到时间">{time(one.receivedAt)}</Row>
              {one.result !== '' && (
                <Row label="核查结果">
                  {CHECK_RESULTS[one.result]}（{one.handledBy}）{one.note}
                </Row>
              )}
            </dl>
            {one.result === '' && row.result === null && (
              <div className="fz-acts">
                <Button onClick={() => setChosen({ one, result: 'blocking' })}>有影响入党的问题</Button>
                <Button look="primary" onClick={() => setChosen({ one, result: 'checked' })}>
                  查实不影响
                </Button>
              </div>
            )}
          </section>
        ))
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  );
}
