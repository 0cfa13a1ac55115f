import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError, isConflict } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { OwnPassword } from '#platform/web/dialogs/OwnPassword.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ALL_HOSTS, type getSite, removeSite, saveSite } from '../../contract.site.ts';
import { sectionsOf } from './sections.tsx';
import { fieldOfFault, flatOf, ownOf, type Setting, settingsOf } from './siteValues.ts';

type Site = ReplyOf<typeof getSite>;

const NO_SCHEMA = z.object({});

/** The settings of one host: each says whether it is its own or inherited, and can be given back. */
export function SiteForm({
  site,
  tabs,
  readAgain,
  onGone,
}: {
  site: Site;
  tabs: ReactNode;
  /** Reads what was saved, before anything more is typed over it. */
  readAgain: () => Promise<unknown>;
  onGone: () => void;
}) {
  const { host, own, inherited, can } = site;
  const keys = Object.keys(inherited) as Setting[];
  const [initial] = useState<FormValues>(() =>
    Object.assign({}, ...keys.map((key) => ({ ...flatOf(key, { ...inherited, ...own }), [ownOf(key)]: key in own }))),
  );
  // The server judges: what settings say of each other depends on keys that are never read back.
  const form = useForm({ schema: NO_SCHEMA, initial, of: host, isNew: false });
  const act = useAct(saveSite, { quiet: true });
  const remove = useAct(removeSite);
  const [outdated, setOutdated] = useState('');
  const [removing, setRemoving] = useState(false);
  const [asking, setAsking] = useState(false);
  const separates = host === ALL_HOSTS && form.dirty.includes('settings.separateAdministrators');

  /** A field that is touched becomes the host's own. */
  const set = (patch: FormValues) => {
    const touched = Object.keys(patch).flatMap((name) => /^settings\.(\w+)/.exec(name)?.[1] ?? []);
    form.set({ ...Object.fromEntries(touched.map((key) => [ownOf(key as Setting), true])), ...patch });
  };
  const edited = { ...form, set, dirty: form.dirty.filter((name) => !isEcho(name, form.dirty)) };
  const reset = (key: Setting) => form.set({ ...flatOf(key, inherited), [ownOf(key)]: false });

  const save = async (password: { password?: string }) => {
    const secrets = Object.entries(form.values).flatMap(([name, value]) =>
      name.startsWith('secrets.') && value !== '' ? [[name.slice(8), value === false ? null : value]] : [],
    );
    const input = {
      host,
      version: site.version,
      settings: settingsOf(keys, form.values),
      secrets: Object.fromEntries(secrets),
      ...password,
    };
    try {
      await act.mutateAsync(input);
      clearKeptInput();
      emit('notice', { kind: 'success', text: '保存成功，访问者刷新页面后生效' });
      await readAgain();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isConflict(error)) {
        return setOutdated(error.message);
      }
      const fields = Object.fromEntries(
        Object.entries(error.fields).map(([name, fault]) => [fieldOfFault(name, form.values), fault]),
      );
      throw new ApiError(error.message, error.code, error.status, { fields });
    }
  };

  return (
    <>
      <FormPage
        title="站点配置"
        form={edited}
        onSave={async () => (separates ? setAsking(true) : save({}))}
        onCancel={() => {
          form.sent();
          form.rebase(initial);
        }}
        banners={
          <>
            {tabs}
            {outdated && (
              <div className="banner bad" role="alert">
                <Icon name="close" />
                <span>{outdated}</span>
                <Button look="word" onClick={() => location.reload()}>
                  刷新
                </Button>
              </div>
            )}
            {!can.edit && (
              <div className="banner warn">
                <Icon name="lock" />
                <span>您可以查看，不能修改。站点配置由最上级组织的管理员维护。</span>
              </div>
            )}
            <p className="site-note muted small">
              {host === ALL_HOSTS
                ? '默认设置对所有站点生效，各站点可以单独设定。'
                : `以 ${host} 访问时使用；没有单独设定的沿用默认设置。`}
              {site.updatedAt && `${site.updatedBy}于${dateTime(site.updatedAt)}修改。`}
              {can.remove && (
                <Button look="word" onClick={() => setRemoving(true)}>
                  删除这个站点的设置
                </Button>
              )}
            </p>
          </>
        }
        sections={sectionsOf({ site, form: edited, reset, saved: form.dirty.length === 0 })}
      />
      {asking && (
        <OwnPassword
          title="三员分立设置"
          icon="shield"
          act="保存"
          onConfirm={async (encrypt) => {
            await save({ password: await encrypt() });
            setAsking(false);
          }}
          onFault={form.take}
          onClose={() => setAsking(false)}
        >
          <p>保存后，启用或停用的角色立即按新的设置，您可能需要重新登录。</p>
        </OwnPassword>
      )}
      {removing && (
        <ConfirmDialog
          title={`删除站点设置 ${host}`}
          icon="trash"
          act="删除"
          onConfirm={async () => {
            await remove.mutateAsync({ host, version: site.version });
            emit('notice', { kind: 'success', text: `${host}已恢复为默认设置` });
            onGone();
          }}
          onClose={() => setRemoving(false)}
        >
          单独设定的内容和密钥一并删除，此后这个站点沿用默认设置。
        </ConfirmDialog>
      )}
    </>
  );
}

/** The mark that a setting became own counts only where none of its fields changed. */
function isEcho(name: string, dirty: readonly string[]): boolean {
  if (!name.startsWith('own.')) return false;
  const field = `settings.${name.slice(4)}`;
  return dirty.some((other) => other === field || other.startsWith(`${field}.`));
}
