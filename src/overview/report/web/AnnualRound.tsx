import { type ReactNode, useId, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { OpinionField } from '#platform/web/dialogs/OpinionField.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useKeptText } from '#platform/web/kept/useKept.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import {
  annualChecks,
  type ConfirmLine,
  confirmAnnual,
  type FreezeRow,
  freezeAnnual,
  getAnnual,
  returnAnnual,
  thawAnnual,
  withdrawAnnual,
} from '../contract.annual.ts';
import { ANNUAL, ANNUAL_KEYS, ANNUAL_TABLES, CONFIRM_STATES, comparePath, frozenKey } from '../rules.annual.ts';
import { pathOf, REPORTS } from '../rules.ts';
import './annual.css';
import './report.css';

type Round = ReplyOf<typeof getAnnual>;
type Act = 'confirm' | 'freeze' | 'thaw' | 'withdraw';
/** Milliseconds after which it is asked again while tables are written. */
const AGAIN = 2000;

/** `/decisionSupport/annual/{id}`: the own part of a year, that of those directly below, and what was frozen. */
export default function AnnualRound() {
  const { id = '' } = useParams();
  const query = useCall(
    getAnnual,
    { id },
    { quiet: true, refetchInterval: (data) => (isWriting(data) ? AGAIN : false) },
  );
  const [act, setAct] = useState<Act | null>(null);
  const [giveBack, setGiveBack] = useState<ConfirmLine | null>(null);
  return (
    <div className="report-page">
      <RecordLoader query={query}>
        {(round) => (
          <>
            <PageHead title={`${round.year}年年报`}>
              {round.can.confirm && (
                <Button look="primary" icon="check" onClick={() => setAct('confirm')}>
                  {round.own?.state === 'confirmed' ? '重新确认' : '确认本组织'}
                </Button>
              )}
              {round.can.freeze && (
                <Button look="primary" icon="lock" onClick={() => setAct('freeze')}>
                  冻结
                </Button>
              )}
              {round.can.thaw && (
                <Button icon="undo" onClick={() => setAct('thaw')}>
                  解冻
                </Button>
              )}
              {round.can.withdraw && (
                <Button icon="undo" onClick={() => setAct('withdraw')}>
                  撤回年报
                </Button>
              )}
            </PageHead>
            <Own round={round} />
            <Below rows={round.children} onGiveBack={setGiveBack} />
            <Frozen freezes={round.freezes} />
            {act === 'confirm' && <Confirm round={round} onClose={() => setAct(null)} />}
            {act === 'freeze' && <Freeze round={round} onClose={() => setAct(null)} />}
            {act === 'thaw' && <Thaw round={round} onClose={() => setAct(null)} />}
            {act === 'withdraw' && <Withdraw round={round} onClose={() => setAct(null)} />}
            {giveBack && <GiveBack round={round} line={giveBack} onClose={() => setGiveBack(null)} />}
          </>
        )}
      </RecordLoader>
    </div>
  );
}

const isWriting = (round: Round | undefined) =>
  round?.freezes.some(({ frozenAt, thawedAt }) => frozenAt === '' && thawedAt === '') ?? false;
const TONES = { waiting: 'tag', confirmed: 'tag ok', returned: 'tag bad' } as const;

/** The own numbers with what is not right, and how far the own part is. */
function Own({ round: { id, own, isTop, orgName, obstacle, openedAt, openedBy } }: { round: Round }) {
  const query = useCall(annualChecks, { id }, { quiet: true });
  return (
    <section className="card" aria-label="本组织">
      <div className="card-head">
        <h2>本组织</h2>
        {own && <span className={TONES[own.state]}>{CONFIRM_STATES[own.state]}</span>}
        <span className="card-extra">
          {isTop ? '本组织' : orgName}发起，{openedAt} {openedBy}
        </span>
      </div>
      <div className="annual-own">
        {own?.state === 'returned' && (
          <p className="annual-returned">
            {own.returnedBy}退回：{own.returnReason}
          </p>
        )}
        {own?.state === 'confirmed' && (
          <p>
            {own.confirmedAt} {own.confirmedBy}确认{own.note && `，说明：${own.note}`}
          </p>
        )}
        {obstacle && <p className="muted">{obstacle}</p>}
        <RecordLoader query={query} lines={3}>
          {({ before, more, less, after, checks, changed }) => (
            <>
              <dl className="annual-sums">
                {(
                  [
                    ['期初', before],
                    ['增加', more],
                    ['减少', less],
                    ['期末实有', after],
                  ] as const
                ).map(([name, n]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{formatNumber(n)}</dd>
                  </div>
                ))}
              </dl>
              <ul className="report-checks">
                {changed && (
                  <li>
                    <span className="tag bad">有变动</span>确认以后数字又有变动，请核对后重新确认
                  </li>
                )}
                {checks.map(({ text, isRight, href }) => (
                  <li key={text}>
                    <span className={isRight ? 'tag ok' : 'tag bad'}>{isRight ? '相符' : '不符'}</span>
                    {text}
                    {href && <Link to={href}>逐人核对</Link>}
                  </li>
                ))}
              </ul>
            </>
          )}
        </RecordLoader>
      </div>
    </section>
  );
}

function Below({ rows, onGiveBack }: { rows: readonly ConfirmLine[]; onGiveBack: (line: ConfirmLine) => void }) {
  if (rows.length === 0) return null;
  const done = rows.filter(({ state }) => state === 'confirmed').length;
  return (
    <section className="card" aria-label="直接下级">
      <div className="card-head">
        <h2>直接下级</h2>
        <span className="card-extra">
          {rows.length}个，已确认{done}个
        </span>
      </div>
      <ul className="annual-below">
        {rows.map((row) => (
          <li key={row.orgId}>
            <b>{row.name}</b>
            <span className={TONES[row.state]}>{CONFIRM_STATES[row.state]}</span>
            <span className="grow">
              {row.below > 0 && `它的直接下级已确认${row.belowDone}/${row.below}`}
              {row.state === 'confirmed' && (
                <>
                  {row.below > 0 && '；'}
                  {row.confirmedAt} {row.confirmedBy}
                  {row.note && `，说明：${row.note}`}
                </>
              )}
              {row.state === 'returned' && `；${row.returnedBy}退回：${row.returnReason}`}
            </span>
            {row.can.giveBack && (
              <Pressable className="row-act" aria-label={`退回${row.name}`} onClick={() => onGiveBack(row)}>
                退回
              </Pressable>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Frozen({ freezes }: { freezes: readonly FreezeRow[] }) {
  const session = useSession();
  const tables = ANNUAL_KEYS.filter((key) => may(session, REPORTS[key].right));
  if (freezes.length === 0) return null;
  return (
    <section className="card" aria-label="冻结的年报">
      <div className="card-head">
        <h2>冻结的年报</h2>
        <span className="card-extra">数字、组织和名单都是当时的</span>
      </div>
      <ul className="annual-below">
        {freezes.map(({ id, number, closing, frozenAt, frozenBy, note, thawedAt, thawedBy, thawReason }) => (
          <li key={id}>
            <b>
              第{number}次，截至{closing}
            </b>
            <span className={thawedAt ? 'tag' : 'tag ok'}>
              {thawedAt ? '已解冻' : frozenAt ? '已冻结' : '正在冻结'}
            </span>
            <span className="grow">
              {frozenAt && `${frozenAt} ${frozenBy}`}
              {note && `，说明：${note}`}
              {thawedAt && `；${thawedAt} ${thawedBy}解冻：${thawReason}`}
            </span>
            {frozenAt && (
              <span className="annual-links">
                {tables.map((key) => (
                  <Link key={key} to={pathOf(frozenKey(id, key))}>
                    {ANNUAL_TABLES[key]}
                  </Link>
                ))}
                {tables.includes('statisic') && <Link to={comparePath(id)}>对比</Link>}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ActProps {
  round: Round;
  onClose: () => void;
}
const say = (text: string) => emit('notice', { kind: 'success', text });

function Confirm({ round: { id, year }, onClose }: ActProps) {
  const confirm = useAct(confirmAnnual, { quiet: true });
  return (
    <ReasonDialog
      title={`确认${year}年年报`}
      act="确认"
      label="说明"
      free
      onDone={async (note) => {
        await confirm.mutateAsync({ id, note });
        say('已确认');
      }}
      onClose={onClose}
    >
      确认的是本组织和全部下级这一年的党员增减和党员基本情况。有核对不符的，请写明原因；上级可以退回。
    </ReasonDialog>
  );
}

function Withdraw({ round: { id, year }, onClose }: ActProps) {
  const withdraw = useAct(withdrawAnnual, { quiet: true });
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={`撤回${year}年年报`}
      act="撤回年报"
      about={{ call: withdrawAnnual, input: { id } }}
      onConfirm={async () => {
        await withdraw.mutateAsync({ id });
        say('已撤回');
        navigate(ANNUAL, { replace: true });
      }}
      onClose={onClose}
    >
      下级已确认的一并作废，待办随之取消；以后可以重新发起。
    </ConfirmDialog>
  );
}

function GiveBack({ round: { id, year }, line, onClose }: ActProps & { line: ConfirmLine }) {
  const give = useAct(returnAnnual, { quiet: true });
  return (
    <ReasonDialog
      title={`退回${line.name}的${year}年年报`}
      act="退回"
      label="退回原因"
      onDone={async (reason) => {
        await give.mutateAsync({ id, orgId: line.orgId, reason });
        say('已退回，确认的人会收到通知');
      }}
      onClose={onClose}
    />
  );
}

/** A note above the own password; a fault of the note is shown at it. */
function WithPassword({
  of,
  title,
  act,
  label,
  must,
  done,
  children,
  onConfirm,
  onClose,
}: {
  /** By what the note is kept. */
  of: string;
  title: string;
  act: string;
  label: string;
  must: boolean;
  done: string;
  children: ReactNode;
  onConfirm: (text: string, password: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const id = useId();
  const [text, setText, sent] = useKeptText(of, label);
  const [fault, setFault] = useState('');
  return (
    <OwnPassword
      title={title}
      icon="lock"
      act={act}
      onConfirm={async (encrypt) => {
        if (must && text.trim() === '') return setFault(`请输入${label}`);
        try {
          await onConfirm(text.trim(), await encrypt());
        } catch (error) {
          const [other] =
            error instanceof ApiError ? Object.entries(error.fields).filter(([name]) => name !== 'password') : [];
          if (!other) throw error;
          return setFault(other[1]);
        }
        sent();
        say(done);
        onClose();
      }}
      onClose={onClose}
    >
      <p>{children}</p>
      <OpinionField
        id={id}
        label={label}
        must={must}
        rows={3}
        value={text}
        fault={fault || undefined}
        onChange={(value) => {
          setText(value);
          setFault('');
        }}
      />
    </OwnPassword>
  );
}

function Freeze({ round: { id, year }, onClose }: ActProps) {
  const freeze = useAct(freezeAnnual, { quiet: true });
  return (
    <WithPassword
      of={`annual freeze ${id}`}
      title={`冻结${year}年年报`}
      act="冻结"
      label="说明"
      must={false}
      done="正在冻结，完成或没有完成都会告知"
      onConfirm={(note, password) => freeze.mutateAsync({ id, note, password })}
      onClose={onClose}
    >
      冻结后留下此刻的数字、组织和名单，以后更正档案不再改变它；下级不能再确认。确认以后又有变动的，要写明原因。
    </WithPassword>
  );
}

function Thaw({ round: { id, year }, onClose }: ActProps) {
  const thaw = useAct(thawAnnual, { quiet: true });
  return (
    <WithPassword
      of={`annual thaw ${id}`}
      title={`解冻${year}年年报`}
      act="解冻"
      label="解冻原因"
      must
      done="已解冻，可以退回、重新确认和再次冻结"
      onConfirm={(reason, password) => thaw.mutateAsync({ id, reason, password })}
      onClose={onClose}
    >
      冻结过的表留作对照，不会删除；解冻后下级可以重新确认，再由本组织冻结。
    </WithPassword>
  );
}
