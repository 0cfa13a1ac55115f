import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { isConflict } from '#platform/web/call/request.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { getConfig, saveConfig } from '../contract.standard.ts';
import { PATHS } from './paths.ts';

type Config = ReplyOf<typeof getConfig>;

const valuesOf = ({ quarterly, consent, proxyName, place, reminded }: Config) => ({
  quarterly,
  consent,
  proxyName,
  place,
  reminded,
});
type Values = ReturnType<typeof valuesOf>;

/** Settings in a sentence. */
const inWords = ({ quarterly, consent, proxyName, place, reminded }: Values) =>
  [
    quarterly ? `按季缴纳（${consent}）` : '按月缴纳',
    proxyName && `代缴人${proxyName}`,
    place && `在${place}缴纳`,
    reminded ? '欠缴提醒' : '不提醒',
  ]
    .filter(Boolean)
    .join('，');

/** 党员党费设置: monthly or quarterly, who else hands the dues over, where, and whether one is reminded. */
export default function MemberConfig() {
  const { memberId = '' } = useParams();
  const query = useCall(getConfig, { memberId }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh refused={({ can }) => (can.edit ? '' : '当前角色不能修改党员党费设置')}>
      {(config) => <ConfigForm config={config} onReload={() => query.refetch()} />}
    </RecordLoader>
  );
}

function ConfigForm({ config, onReload }: { config: Config; onReload: () => Promise<{ data: Config | undefined }> }) {
  const { memberId, name } = config;
  const navigate = useNavigate();
  const write = useAct(saveConfig, { quiet: true });
  const [version, setVersion] = useState(config.version);
  const [theirs, setTheirs] = useState<Config | null>(null);
  const form = useForm({ schema: saveConfig.input, initial: valuesOf(config), isNew: false });
  const leave = () => void navigate(PATHS.record(memberId, '0'));
  const save = async () => {
    try {
      // Written as a whole: quarterly and the consent to it belong together.
      await write.mutateAsync({ ...form.values, memberId, version });
      emit('notice', { kind: 'success', text: '保存成功' });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const { data } = await onReload();
      if (data) setVersion(data.version);
      setTheirs(data ?? null);
      return;
    }
    leave();
  };
  return (
    <FormPage
      title={`党费设置 ${name}`}
      form={form}
      banners={
        theirs && (
          <div className="banner warn" role="alert">
            <Icon name="warning" />
            <span className="grow">
              您填写时别人保存过：{inWords(valuesOf(theirs))}。核对后再保存，以您填写的为准。
            </span>
          </div>
        )
      }
      sections={[
        {
          id: 'how',
          title: '缴纳方式',
          content: (
            <>
              <TickField
                form={form}
                name="quarterly"
                label="按季缴纳"
                hint="不勾选：按月缴纳；按季须经党支部同意（第十二条）"
              />
              {form.values.quarterly === true && (
                <AreaField form={form} name="consent" label="支部同意情况" required wide max={200} />
              )}
              <TextField
                form={form}
                name="proxyName"
                label="代缴人"
                max={30}
                hint="本人委托的亲属或其他党员，单位不得垫交、扣缴（第十四条）"
              />
              <TextField form={form} name="place" label="缴纳地点" max={60} hint="持流动党员活动证的写明流入地党组织" />
              <TickField form={form} name="reminded" label="欠缴时提醒本人" />
            </>
          ),
        },
      ]}
      onSave={save}
      onCancel={leave}
    />
  );
}
