import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import type { version } from '#house/givenCalls.ts';
import { GivenSection } from '#house/web/given/parts.tsx';
import type { Endpoint } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { OrgDialog } from './pickers.tsx';

interface Named {
  id: string;
  name: string;
}
type SetOrgs = Endpoint<
  z.ZodObject<{ id: z.ZodString; version: typeof version; orgIds: z.ZodArray<z.ZodString> }>,
  { kind: 'data'; schema: z.ZodObject<{ version: z.ZodNumber; added: z.ZodNumber }> }
>;

interface GivenProps {
  row: { id: string; version: number; state: string; parts: number; orgs: readonly Named[]; own: { set: boolean } };
  /** What they are called: 责任单位. */
  noun: string;
  call: SetOrgs;
  /** Organisations at most. */
  max: number;
  /** Why an organisation cannot be one; empty: it can. */
  refuse: (id: string) => string;
  /** What is said while none is chosen. */
  empty: string;
  /** How they stand, once they have it; null: nobody has it any more, and who had is named. */
  children: ReactNode;
}

/** To whom something is given: chosen while it is a draft, later only more of them, each with how it stands. */
export function GivenOrgs({ row, noun, call, max, refuse, empty, children }: GivenProps) {
  /** As it was when the dialog opened: whoever saved since then is told of, and not written over. */
  const [edited, setEdited] = useState<GivenProps['row'] | null>(null);
  const save = useAct(call);
  const isDraft = row.state === 'draft';
  const words = `${isDraft ? '选择' : '增加'}${noun}`;
  const send = ({ id, version }: GivenProps['row'], orgIds: string[]) => {
    save
      .mutateAsync({ id, version, orgIds })
      .then(({ added }) =>
        emit('notice', {
          kind: 'success',
          text: isDraft ? `已选${orgIds.length}个${noun}` : `已增加${added}个${noun}`,
        }),
      )
      // The client has shown why.
      .catch(() => {});
  };
  const button = (
    <Button
      look={isDraft && row.parts === 0 ? 'primary' : 'normal'}
      size="compact"
      icon="organisation"
      aria-haspopup="dialog"
      disabled={save.isPending}
      onClick={() => setEdited(row)}
    >
      {words}
    </Button>
  );
  return (
    <GivenSection id="given-orgs" title={`${noun}（${row.parts}个）`} act={row.own.set && button}>
      {isDraft || children === null ? <Chosen orgs={row.orgs} empty={empty} /> : children}
      {edited && (
        <OrgDialog
          title={words}
          multiple
          max={max}
          chosen={isDraft ? edited.orgs.map((org) => ({ ...org, note: '' })) : []}
          refuse={({ id }) => refuse(id) || (!isDraft && row.orgs.some((org) => org.id === id) ? `已经是${noun}` : '')}
          onConfirm={(chosen) =>
            send(
              edited,
              chosen.map(({ id }) => id),
            )
          }
          onClose={() => setEdited(null)}
        />
      )}
    </GivenSection>
  );
}

function Chosen({ orgs, empty }: { orgs: readonly Named[]; empty: string }) {
  if (orgs.length === 0) return <p className="muted">{empty}</p>;
  return (
    <ul className="given-orgs">
      {orgs.map(({ id, name }) => (
        <li key={id} className="tag">
          {name}
        </li>
      ))}
    </ul>
  );
}
