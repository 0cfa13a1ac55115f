import { useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { getOrg } from '#people/org/contract.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import { OrgField } from '#people/org/web/pickers.tsx';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { provinceOf } from '#platform/places/regions.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError, isUnanswered } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { DiffDialog } from '#platform/web/dialogs/DiffDialog.tsx';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { Doubts } from '#platform/web/form/Doubts.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import {
  AreaField,
  DateField,
  Field,
  MaskedField,
  SelectField,
  TextField,
  TickField,
} from '#platform/web/form/fields.tsx';
import { RegionField } from '#platform/web/form/RegionField.tsx';
import { type Form, type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { useRecordSave } from '#platform/web/form/useRecordSave.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, NoRight, Skeleton } from '#platform/web/show/states.tsx';
import { PhotoField } from '#platform/web/upload/PhotoField.tsx';
import { findByIdCard } from '../contract.idCard.ts';
import {
  createMember,
  GENDERS,
  getMember,
  type MemberDetail,
  memberForm,
  PERSON_CATEGORIES,
  updateMember,
} from '../contract.ts';
import { personProblems } from '../rules/checks.ts';
import { normaliseIdCard, readIdCard } from '../rules/idCard.ts';
import { nameOf } from './memberColumns.tsx';
import { differencesOf, newValues, personOf, showsPartyFields, valuesOf } from './memberValues.ts';
import { ProcedureField, StandingField } from './ProcedureField.tsx';

const LIST = '/affairs/member';
const CATEGORIES = optionsOf(PERSON_CATEGORIES);

/**
 * 编辑人员 and 新增人员. `:id` is the person's, or `add` for a new one, whose organisation comes by the query `orgId`;
 * `:identity` names a new person's category (正式党员, 预备党员, …).
 */
export default function MemberFormPage() {
  const { id = 'add', identity } = useParams();
  const { search } = useLocation();
  const { user } = useSession();
  const isNew = id === 'add';
  const record = useCall(getMember, { id: isNew ? '1' : id }, { enabled: !isNew, quiet: true, staleTime: 0 });
  const place = readQuery(search, ['orgId']).orgId ?? user.workOrgId;
  const org = useCall(getOrg, { orgId: place }, { enabled: isNew, quiet: true });
  if (isNew) {
    if (isUnanswered(org.error) && !org.data)
      return <Failed error={org.error as Error} onRetry={() => org.refetch()} />;
    if (org.isPending) return <Skeleton lines={14} />;
    // Members stand in branches; at a committee the branch has to be chosen.
    const orgId = org.data && BRANCH_TYPES.includes(org.data.type) ? place : '';
    const category = CATEGORIES.find(({ label }) => label === identity)?.value ?? '1';
    return <Editor key={id} member={null} initial={newValues(orgId, category)} />;
  }
  if (record.error && !record.data) return <Failed error={record.error} onRetry={() => record.refetch()} />;
  if (!record.data || !record.isFetchedAfterMount) return <Skeleton lines={14} />;
  if (!record.data.can.edit) return <NoRight title="当前角色不能修改这条记录" />;
  return <Editor key={id} member={record.data} initial={valuesOf(record.data)} />;
}

type Duplicate = ReplyOf<typeof findByIdCard>;

const today = () => new Date().toLocaleDateString('sv-SE');

function Editor({ member, initial }: { member: MemberDetail | null; initial: FormValues }) {
  const navigate = useNavigate();
  const create = useAct(createMember, { quiet: true });
  const update = useAct(updateMember, { quiet: true });
  const dict = useDict('0005', '0006', '0007', '0008', '0009');
  const [duplicate, setDuplicate] = useState<Duplicate | null>(null);
  const asked = useRef('');
  const { stands } = useStands();
  // The record is read again behind an open form; what the form started from must not move under it.
  const [start] = useState(initial);
  const form = useForm({
    schema: memberForm,
    initial: start,
    isNew: member === null,
    check: (values) => contradictions(values, member ? start : null),
  });
  const [alike, setAlike] = useState<Alike | null>(null);
  const isAnother = useRef(false);
  const saver = useRecordSave({
    record: member,
    form,
    valuesOf,
    get: getMember,
    input: (id) => ({ id }),
    // Texts as typed; the contract's own schema reads them on both sides.
    update: (input) =>
      update.mutateAsync({ ...input, isAnother: isAnother.current } as InputOf<typeof updateMember>).catch(askAlike),
    onSaved: (id) => done(id),
  });
  // Told by the dialog; saving ends here all the same.
  function askAlike(error: unknown): never {
    const found = error instanceof ApiError && (error.data as { alike?: Alike } | null)?.alike;
    if (found) setAlike(found);
    throw found ? new Left() : error;
  }
  const { conflict } = saver;
  const title = member ? `编辑 ${nameOf(member)}` : '新增党员';
  useTitle(title);

  const done = (id: string) => {
    form.sent();
    emit('notice', { kind: 'success', text: '保存成功' });
    // Who has left meanwhile is at something else.
    if (!stands.current) return;
    // Saved by merging, the form still holds its changes.
    clearKeptInput();
    navigate(`${LIST}/browse/${id}`, { replace: true });
  };
  const save = async () => {
    if (member) return saver.save(member.id);
    const input = { ...form.changes(), isAnother: isAnother.current } as InputOf<typeof createMember>;
    const made = await create.mutateAsync(input).catch(askAlike);
    done(made.id);
  };
  const readCard = async () => {
    const number = normaliseIdCard(form.text('idCardNo'));
    asked.current = number;
    setDuplicate(null);
    const read = readIdCard(number, today());
    if ('reason' in read) return;
    const { card } = read;
    form.set({
      idCardNo: number,
      birthDate: card.birthDate,
      gender: String(card.gender),
      ...(form.text('nativePlace') ? {} : { nativePlace: provinceOf(card.region) }),
    });
    const found = await call(findByIdCard, { idCardNo: number }, { quiet: true }).catch(() => null);
    // A late answer is about a number that stands there no more.
    if (asked.current !== number) return;
    setDuplicate((found?.exists || found?.former) && found.id !== member?.id ? found : null);
  };

  const differences = useMemo(
    () =>
      conflict
        ? differencesOf(start, valuesOf(conflict), form.values, dict, {
            [member?.orgId ?? '']: member?.orgName ?? '',
            [conflict.orgId]: conflict.orgName,
          })
        : [],
    [conflict, start, form.values, dict, member],
  );
  const warnings = personProblems(personOf(form.values), today()).filter((problem) => !problem.impossible);
  // What stood there before is shown, and not asked about again.
  const known = useMemo(
    () => new Set(member ? personProblems(personOf(start), today()).map(({ text }) => text) : []),
    [member, start],
  );

  return (
    <>
      <FormPage
        title={title}
        form={form}
        onSave={async () => {
          await save().catch((error: unknown) => {
            if (!(error instanceof Left)) throw error;
          });
        }}
        doubts={warnings.filter(({ text }) => !known.has(text))}
        onCancel={() => navigate(member ? `${LIST}/browse/${member.id}` : placeOf(LIST))}
        banners={
          <>
            {duplicate && <DuplicateBanner duplicate={duplicate} />}
            <Doubts found={warnings} />
          </>
        }
        sections={[
          {
            id: 'person',
            title: '个人信息',
            content: (
              <>
                <TextField form={form} name="name" label="姓名" required max={30} />
                {member?.idCardNo ? (
                  <KeptIdCard member={member} form={form} />
                ) : (
                  <TextField
                    form={form}
                    name="idCardNo"
                    label="身份证号"
                    required
                    max={21}
                    hint="性别、出生日期、籍贯由身份证号得出"
                    clean={(text) => text.toUpperCase()}
                    onLeave={readCard}
                  />
                )}
                <SelectField form={form} name="gender" label="性别" required options={optionsOf(GENDERS)} />
                <DateField form={form} name="birthDate" label="出生日期" required />
                <SelectField form={form} name="nation" label="民族" required options={dict['0005']} />
                <RegionField form={form} name="nativePlace" label="籍贯" max={60} hint="省、市、县" />
                <SelectField form={form} name="education" label="学历" options={dict['0006']} />
                <SelectField form={form} name="degree" label="学位" options={dict['0007']} />
                <SelectField form={form} name="occupation" label="工作岗位" options={dict['0008']} />
                <MaskedField
                  form={form}
                  name="phonenumber"
                  label="手机号"
                  max={14}
                  inputMode="tel"
                  masked={member?.phonenumber ?? ''}
                />
                <TextField form={form} name="workUnit" label="工作单位" max={60} />
                <TextField form={form} name="position" label="职务" max={60} />
                <RegionField form={form} name="residence" label="现居住地" max={120} />
                <PhotoField form={form} name="photo" label="照片" />
              </>
            ),
          },
          {
            id: 'party',
            title: '党籍信息',
            content: (
              <>
                <OrgField form={form} name="orgId" label="所在党支部" required count="branches" />
                <ProcedureField form={form} member={member} name="personCategory" label="人员类别">
                  <SelectField form={form} name="personCategory" label="人员类别" required options={CATEGORIES} />
                </ProcedureField>
                {member && <StandingField form={form} member={member} />}
                <ProcedureField form={form} member={member} name="appliedOn" label="申请入党日期">
                  <DateField form={form} name="appliedOn" label="申请入党日期" />
                </ProcedureField>
                {showsPartyFields(form.values) && (
                  <>
                    <ProcedureField form={form} member={member} name="admissionDate" label="入党日期">
                      <DateField form={form} name="admissionDate" label="入党日期" hint="支部大会通过预备党员之日" />
                    </ProcedureField>
                    <ProcedureField form={form} member={member} name="conversionDate" label="转正日期">
                      <DateField form={form} name="conversionDate" label="转正日期" hint="党龄自转正之日计算" />
                    </ProcedureField>
                    <SelectField form={form} name="joinType" label="进入支部类型" options={dict['0009']} />
                    <DateField form={form} name="joinedBranchOn" label="进入支部日期" />
                    <TextField form={form} name="partyPost" label="党内职务" max={30} />
                  </>
                )}
                <TickField form={form} name="isMigrantWorker" label="农民工" />
              </>
            ),
          },
          {
            id: 'remark',
            title: '备注',
            content: <AreaField form={form} name="remark" label="备注" max={500} wide />,
          },
        ]}
      />
      {alike && (
        <ConfirmDialog
          title="可能是同一个人"
          icon="warning"
          act="是另一个人，保存"
          cancel="回去核对"
          onConfirm={async () => {
            isAnother.current = true;
            await save().catch((error: unknown) => {
              isAnother.current = false;
              if (!(error instanceof Left)) form.tell(error);
            });
          }}
          onClose={() => setAlike(null)}
        >
          {alike.orgName}已有{alike.name}，出生日期和手机号也相同。
          <Link to={`${LIST}/browse/${alike.id}`} target="_blank">
            查看档案
          </Link>
        </ConfirmDialog>
      )}
      {conflict && member && (
        <DiffDialog
          name={nameOf(member)}
          who={`${conflict.updateName}在${clock(conflict.updateDate)}`}
          differences={differences}
          onMerge={saver.merge}
          onClose={saver.leaveConflict}
        />
      )}
    </>
  );
}

/** The number that is typed stands with somebody, or stood there before it was changed. */
function DuplicateBanner({ duplicate }: { duplicate: Duplicate }) {
  const whose = duplicate.name && `：${duplicate.name}，${duplicate.orgName}`;
  return (
    <div className={duplicate.exists ? 'banner bad' : 'banner warn'} role="alert">
      <Icon name={duplicate.exists ? 'close' : 'warning'} />
      <span className="grow">
        {duplicate.exists ? `这个身份证号已经登记${whose}` : `这是曾用证件号${whose}，请核对是否同一人`}
        {!duplicate.id && '，不在您的管理范围内，请联系上级党务工作者'}
      </span>
      {duplicate.id && <Link to={`${LIST}/browse/${duplicate.id}`}>查看档案</Link>}
    </div>
  );
}

/** A registered number is shown masked; it changes on request alone. */
function KeptIdCard({ member, form }: { member: MemberDetail; form: Form }) {
  const session = useSession();
  return (
    <Field
      form={form}
      name="idCardNo"
      label="身份证号"
      hint={
        may(session, 'member:idCard') && (
          <>
            由上级审批后变更，<Link to={`${LIST}/idCardChange/add/${member.id}`}>申请变更</Link>
          </>
        )
      }
    >
      {(control) => (
        <span className="field-box">
          <input {...control} readOnly value={member.idCardNo} />
        </span>
      )}
    </Field>
  );
}

type Alike = { id: string; name: string; orgName: string };
/** Saving has not taken place, and the user has been told why. */
class Left extends Error {}

/** What cannot be, by the rules that the server keeps as well; of a record that stands, what the changes bring about. */
function contradictions(values: FormValues, before: FormValues | null): Record<string, string> {
  const [now, was] = [personOf(values), before && personOf(before)];
  const found = personProblems(now, today()).filter(
    (problem) => problem.impossible && (!was || problem.with.some((field) => now[field] !== was[field])),
  );
  return Object.fromEntries(found.map(({ field, text }) => [field, text]));
}

const clock = (time: string) => new Date(time).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });
