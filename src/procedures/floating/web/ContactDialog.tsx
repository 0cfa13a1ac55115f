import { useState } from 'react';
import { revealMember } from '#people/member/contract.reveal.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { addContact } from '../contract.acts.ts';
import { TOPICS, WAYS } from '../rules.ts';

/** 登记联系 in three taps: how, whether the person was reached, and how things are; the third one saves. */
export function ContactDialog({
  outflowId,
  memberId,
  name,
  onClose,
}: {
  outflowId: string;
  memberId: string;
  name: string;
  onClose: () => void;
}) {
  const add = useAct(addContact, { quiet: true });
  const mayReveal = may(useSession(), 'member:reveal');
  const [phone, setPhone] = useState('');
  const [way, setWay] = useState<string | null>(null);
  const [reached, setReached] = useState<boolean | null>(null);
  const [note, setNote, sent] = useKeptText(`contact ${outflowId}`, '联系情况');
  const [fault, setFault] = useState('');
  const { tell } = useStands();
  const dial = async () => {
    try {
      const { value } = await call(revealMember, { id: memberId, field: 'phonenumber', reason: '每月联系流动党员' });
      setPhone(value);
      setWay('1');
    } catch {
      // The client has shown why.
    }
  };
  const save = async (topic: string | null) => {
    try {
      await add.mutateAsync({ outflowId, way: way ?? '1', reached: reached === true, topic, note: note.trim() });
    } catch (error) {
      if (tell(error)) return;
      if (!(error instanceof ApiError)) throw error;
      setFault(error.fields.note ?? error.message);
      return;
    }
    sent();
    emit('notice', { kind: 'success', text: reached ? '已登记，下次一个月后联系' : '已登记，请继续查找' });
    onClose();
  };
  return (
    <Dialog title={`联系 ${name}`} icon="phone" onClose={onClose}>
      <div className="dialog-form flow-stack">
        {mayReveal && memberId !== '' && (
          <p>
            {phone ? (
              <a className="button" href={`tel:${phone}`}>
                <Icon name="phone" />
                拨打 {phone}
              </a>
            ) : (
              <Button icon="phone" onClick={() => void dial()}>
                显示电话（留痕）
              </Button>
            )}
          </p>
        )}
        {way === null ? (
          <Taps label="怎么联系的" options={WAYS} onTap={setWay} />
        ) : reached === null ? (
          <Taps
            label={`${WAYS[Number(way) as keyof typeof WAYS]}联系，联系上了吗`}
            options={{ yes: '联系上了', no: '没联系上' }}
            onTap={(value) => setReached(value === 'yes')}
          />
        ) : (
          <>
            <OpinionField
              id="contact-note"
              label={reached ? '补充说明' : '怎么找的、结果如何'}
              must={!reached}
              rows={2}
              max={200}
              value={note}
              fault={fault}
              onChange={(text) => {
                setNote(text);
                setFault('');
              }}
            />
            {reached ? (
              <Taps label="情况怎样（点一下即保存）" options={TOPICS} onTap={(topic) => void save(topic)} />
            ) : (
              <Button look="primary" disabled={add.isPending} onClick={() => void save(null)}>
                登记查找
              </Button>
            )}
          </>
        )}
        {way !== null && (
          <p>
            <Button
              look="word"
              onClick={() => {
                setWay(null);
                setReached(null);
              }}
            >
              重选
            </Button>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Taps({
  label,
  options,
  onTap,
}: {
  label: string;
  options: Readonly<Record<string, string>>;
  onTap: (value: string) => void;
}) {
  return (
    <fieldset>
      <legend className="field-label">{label}</legend>
      <div className="flow-taps">
        {Object.entries(options).map(([value, text]) => (
          <Button key={value} onClick={() => onTap(value)}>
            {text}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
