import { type ReactNode, useId, useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { FieldNote } from '#platform/web/form/FieldNote.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { PictureField } from '#platform/web/form/PictureField.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { ALL_HOSTS, type getSite, type Probe, probeSite, type SecretName } from '../../contract.site.ts';
import { SITE_LABELS } from '../../rules.site.ts';
import { fieldOf, ownOf, type Setting, secretOf } from './siteValues.ts';

/** What the fields of the page share. */
export interface Sheet {
  site: ReplyOf<typeof getSite>;
  form: Form;
  /** Gives a setting back to what is inherited. */
  reset: (key: Setting) => void;
  /** Nothing is unsaved: what the server would try is what the page shows. */
  saved: boolean;
}

interface FieldProps {
  sheet: Sheet;
  setting: Setting;
  /** A part of a setting of several fields; its origin stands at the whole. */
  part?: string;
  label?: string;
  hint?: string;
  wide?: boolean;
}

/** Whose the value is, with the way back. */
export function Origin({ sheet, setting, children }: { sheet: Sheet; setting: Setting; children?: ReactNode }) {
  const { form, site, reset } = sheet;
  if (form.values[ownOf(setting)] !== true) {
    // Of the common settings all that nobody has touched are the built-in ones: saying so each time helps nobody.
    if (site.host === ALL_HOSTS) return children;
    return (
      <>
        {children && <>{children}；</>}
        来自默认
      </>
    );
  }
  return (
    <>
      {children && <>{children}；</>}
      <b className="site-own">{site.host === ALL_HOSTS ? '已设定' : '本站点设定'}</b>
      {site.can.edit && (
        <Button look="word" className="site-reset" onClick={() => reset(setting)}>
          {site.host === ALL_HOSTS ? '恢复内置值' : '恢复默认'}
          <span className="visually-hidden">：{SITE_LABELS[setting]}</span>
        </Button>
      )}
    </>
  );
}

const hintOf = ({ sheet, setting, part, hint }: FieldProps): ReactNode =>
  part ? (
    hint
  ) : (
    <Origin sheet={sheet} setting={setting}>
      {hint}
    </Origin>
  );

/** What the kit's fields are given. */
const given = (props: FieldProps) => ({
  form: props.sheet.form,
  name: fieldOf(props.setting, props.part),
  label: props.label ?? SITE_LABELS[props.setting],
  hint: hintOf(props),
  wide: props.wide,
});

export function Text({ max = 60, placeholder, ...props }: FieldProps & { max?: number; placeholder?: string }) {
  return <TextField {...given(props)} max={max} placeholder={placeholder} />;
}

/** An address of the world outside, with the way to try it. */
export function Address({ probe, ...props }: FieldProps & { probe?: Probe }) {
  return (
    <div className="site-address form-field">
      <TextField {...given(props)} max={500} placeholder="https://" />
      {probe && <ProbeButton sheet={props.sheet} probe={probe} />}
    </div>
  );
}

export function Choice({ choices, ...props }: FieldProps & { choices: Readonly<Record<string, string>> }) {
  const options = optionsOf(choices);
  return <SelectField {...given(props)} required options={options} />;
}

/** Addresses, one a line. */
export function Lines(props: FieldProps) {
  return <AreaField {...given(props)} max={4000} rows={2} />;
}

export function Picture(props: FieldProps) {
  return <PictureField {...given(props)} kilobytes={200} clearable shape="square" />;
}

/** A yes or no with its fault, which the kit's tick does not have. */
export function Switch(props: FieldProps) {
  const { sheet, setting, part, label = SITE_LABELS[setting], wide } = props;
  const id = useId();
  const name = fieldOf(setting, part);
  const fault = sheet.form.faults[name];
  return (
    <div className={wide ? 'form-field wide' : 'form-field'}>
      <label className="filter-option site-switch">
        <input
          type="checkbox"
          className="tick"
          name={name}
          aria-invalid={fault !== undefined}
          aria-describedby={id}
          checked={sheet.form.values[name] === true}
          onChange={(event) => sheet.form.set({ [name]: event.target.checked })}
        />
        {label}
      </label>
      <div id={id}>
        {fault ? (
          <p className="field-fault">
            <Icon name="warning" size={14} />
            {fault}
          </p>
        ) : (
          <p className="field-hint">{hintOf(props)}</p>
        )}
      </div>
    </div>
  );
}

/** A heading within a section, for settings that belong together. */
export function Part({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="form-field wide site-part">
      <h3>{title}</h3>
      {children && <p className="muted small">{children}</p>}
    </div>
  );
}

const SECRET_STATES = { own: '已设置', inherited: '沿用默认的密钥', none: '未设置' } as const;

/** A key that is only ever written: whether there is one, and how to set it anew or take it away. */
export function Secret({ sheet, name }: { sheet: Sheet; name: SecretName }) {
  const { form, site } = sheet;
  const id = useId();
  const [writing, setWriting] = useState(false);
  const field = secretOf(name);
  const value = form.values[field];
  const fault = form.faults[field];
  const label = SITE_LABELS[name];
  // A key that is missing is asked for at once.
  const shown = writing || fault !== undefined;
  const keep = () => {
    form.drop(field);
    setWriting(false);
  };
  const state = value === false ? '保存后清除' : SECRET_STATES[site.secrets[name] ?? 'none'];
  return (
    <div className="form-field">
      {shown ? (
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
      ) : (
        <span className="field-label">{label}</span>
      )}
      {shown ? (
        <span className={fault ? 'field-box wrong' : 'field-box'}>
          <input
            id={id}
            type="password"
            autoComplete="new-password"
            maxLength={500}
            placeholder="粘贴新的密钥"
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-note`}
            value={typeof value === 'string' ? value : ''}
            // biome-ignore lint/a11y/noAutofocus: the user has just asked to write it
            autoFocus={writing}
            onChange={(event) => form.set({ [field]: event.target.value })}
          />
          <Pressable className="form-rewrite" onClick={keep}>
            不改了
          </Pressable>
        </span>
      ) : (
        <span className="field-box site-secret">
          <Icon name="lock" />
          <span className="grow">{state}</span>
          {site.can.edit && (
            <>
              <Pressable
                className="form-rewrite"
                aria-label={`${label}：${site.secrets[name] === 'own' ? '重新设置' : '设置'}`}
                onClick={() => setWriting(true)}
              >
                {site.secrets[name] === 'own' ? '重新设置' : '设置'}
              </Pressable>
              {site.secrets[name] === 'own' && (
                <Pressable
                  className="form-rewrite"
                  aria-label={`${label}：${value === false ? '不清除' : '清除'}`}
                  onClick={() => (value === false ? form.drop(field) : form.set({ [field]: false }))}
                >
                  {value === false ? '不清除' : '清除'}
                </Pressable>
              )}
            </>
          )}
        </span>
      )}
      <FieldNote id={`${id}-note`} fault={fault} hint="加密保存，不会再显示" />
    </div>
  );
}

/** What came of a try, beside its button. */
export function Outcome({ answer }: { answer: { ok: boolean; message: string } | null }) {
  return (
    <span className={answer?.ok ? 'site-outcome ok' : 'site-outcome'} role="status">
      {answer && (
        <>
          <Icon name={answer.ok ? 'check' : 'warning'} size={14} />
          {answer.message}
        </>
      )}
    </span>
  );
}

/** Has the server try an address as it is saved. */
export function ProbeButton({ sheet, probe }: { sheet: Sheet; probe: Probe }) {
  const act = useAct(probeSite, { quiet: true });
  const [answer, setAnswer] = useState<{ ok: boolean; message: string } | null>(null);
  if (!sheet.site.can.edit) return null;
  const run = async () => {
    setAnswer(null);
    setAnswer(
      await act
        .mutateAsync({ host: sheet.site.host, key: probe })
        .catch((error: unknown) => ({ ok: false, message: error instanceof ApiError ? error.message : '检测失败' })),
    );
  };
  return (
    <p className="site-try">
      <Button
        size="compact"
        disabled={!sheet.saved || act.isPending}
        title={sheet.saved ? undefined : '保存后可以检测'}
        onClick={run}
      >
        {act.isPending ? '正在检测' : '检测连接'}
      </Button>
      {sheet.saved ? <Outcome answer={answer} /> : <span className="muted small">保存后可以检测</span>}
    </p>
  );
}
