import { useState } from 'react';
import { useLocation } from 'react-router';
import type { PaperFile } from '#platform/papers/paper.ts';
import { call, download } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/field/MaskedValue.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { checkBook, printBook, printDossier, printForm, printFormFull, printPoster } from '../../contract.papers.ts';
import { type FileDetail, getFile } from '../../contract.ts';
import { printWord, wordChoices } from '../../contract.words.ts';
import { FORMS, type FormName, isNumbered } from '../../rules/forms.ts';
import { OverlayDialog } from '../OverlayDialog.tsx';
import { PATHS } from '../paths.ts';
import { DetailHead } from './DetailHead.tsx';
import { PHASE_STEPS } from './stages.ts';
import '../recruitment.css';
import './detail.css';

/** `pdfReportPage`, papers of the file by the query `id`: its forms by phase, the poster, the book, and all of it as one PDF. */
export default function PaperPage() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const fileQuery = useCall(getFile, { id }, { quiet: true, staleTime: 0, enabled: id !== '' });
  if (id === '')
    return (
      <Empty title="没有选择发展档案" act={<ButtonLink to={PATHS.overview}>发展党员概览</ButtonLink>}>
        从名单里点姓名，再点“档案材料”。
      </Empty>
    );
  return (
    <RecordLoader query={fileQuery} refused={({ isOwn }) => (isOwn ? '档案材料由党支部打印' : '')}>
      {(file) => <Shown file={file} />}
    </RecordLoader>
  );
}

interface Asked {
  title: string;
  ask: (signal: AbortSignal) => Promise<PaperFile>;
}
const REASONS = ['上报上级党组织', '归入个人档案', '本人核对签字'];

function Shown({ file }: { file: FileDetail }) {
  const session = useSession();
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const [full, setFull] = useState<FormName | null>(null);
  const [over, setOver] = useState(false);
  const mayReveal = may(session, printFormFull.access);
  const title = `档案材料 ${file.name}`;
  useTitle(title);
  const { id } = file;
  const words = useCall(wordChoices, {}, { quiet: true }).data ?? [];
  const handed = file.papers.filter(({ files }) => files.length > 0).length;
  return (
    <div className="record-page fz-detail">
      <DetailHead file={file} title={title}>
        <ButtonLink to={pathWithQuery(PATHS.detailInfo, { id })}>完整档案</ButtonLink>
        {file.publicity?.result === null && (
          <Button
            onClick={() =>
              setOpenDialog({
                title: `公示 ${file.name}`,
                ask: (signal) => call(printPoster, { id }, { quiet: true, signal }),
              })
            }
          >
            公示（张贴）
          </Button>
        )}
        <Button
          onClick={() =>
            setOpenDialog({
              title: `入党志愿书预览 ${file.name}`,
              ask: (signal) => call(printBook, { id }, { quiet: true, signal }),
            })
          }
        >
          入党志愿书预览
        </Button>
        <Button onClick={() => setOver(true)}>套打志愿书</Button>
        <Button
          look="primary"
          onClick={() =>
            setOpenDialog({
              title: `整份发展档案 ${file.name}`,
              ask: (signal) => call(printDossier, { id }, { quiet: true, signal }),
            })
          }
        >
          整份档案（{handed}份材料）
        </Button>
      </DetailHead>
      <Overflow id={id} />
      {PHASE_STEPS.map(({ phase, title: name, steps }) => {
        const forms = (Object.keys(FORMS) as FormName[]).filter((form) =>
          steps.some(({ no }) => no === FORMS[form].no),
        );
        const own = words.filter(({ step }) => steps.some(({ no }) => no === step));
        if (forms.length + own.length === 0) return null;
        return (
          <section key={phase} className="card fz-step" aria-label={name}>
            <div className="card-head">
              <h3>{name}</h3>
              <span className="card-extra">{forms.length + own.length}种</span>
            </div>
            <ul className="fz-unwritten">
              {forms.map((form) => (
                <li key={form}>
                  <span>
                    第{FORMS[form].no}步 {FORMS[form].label}
                  </span>
                  <span className="muted">{isFilled(file, form) ? '按档案填好' : '还没有登记，空白处手填'}</span>
                  {mayReveal && isNumbered(form) && (
                    <Button
                      look="link"
                      size="compact"
                      aria-label={`用完整证件号打印${FORMS[form].label}`}
                      onClick={() => setFull(form)}
                    >
                      完整证件号
                    </Button>
                  )}
                  <Button
                    size="compact"
                    icon="print"
                    iconSize={14}
                    aria-label={`打印${FORMS[form].label}`}
                    onClick={() =>
                      setOpenDialog({
                        title: `${FORMS[form].label} ${file.name}`,
                        ask: (signal) => call(printForm, { id, form }, { quiet: true, signal }),
                      })
                    }
                  >
                    打印
                  </Button>
                </li>
              ))}
              {own.map((word) => (
                <li key={word.id}>
                  <span>
                    第{word.step}步 {word.title}
                  </span>
                  <span className="muted">Word 文档，按档案填好后可以再改</span>
                  <Button
                    size="compact"
                    icon="document"
                    iconSize={14}
                    aria-label={`下载${word.title}`}
                    // The client has shown why it failed.
                    onClick={() => download(printWord, { id, wordId: word.id }).catch(() => {})}
                  >
                    Word
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {openDialog && <PaperDialog title={openDialog.title} ask={openDialog.ask} onClose={() => setOpenDialog(null)} />}
      {over && <OverlayDialog file={file} onClose={() => setOver(false)} />}
      {full && (
        <ReasonDialog
          title={`打印完整证件号 ${FORMS[full].label}`}
          label="打印用途"
          act="打印"
          reasons={REASONS}
          onReason={async (reason) => {
            const form = full;
            const paper = await call(printFormFull, { id, form, reason }, { quiet: true });
            setFull(null);
            setOpenDialog({ title: `${FORMS[form].label} ${file.name}`, ask: async () => paper });
          }}
          onClose={() => setFull(null)}
        >
          打印会留下记录：谁、何时、为什么。纸上是完整的身份证号，请妥善保管。
        </ReasonDialog>
      )}
    </div>
  );
}

/** Fields of 《入党志愿书》 whose text is too long for the paper, before anybody prints it. */
function Overflow({ id }: { id: string }) {
  const checkBookQuery = useCall(checkBook, { id }, { quiet: true });
  if (!checkBookQuery.data || checkBookQuery.data.length === 0) return null;
  return (
    <div className="banner warn" role="note">
      <span>
        《入党志愿书》有{checkBookQuery.data.length}栏放不下，请先精简：
        {checkBookQuery.data
          .map(({ field, length, surplus }) => `“${field}”共${length}字，超出约${surplus}字`)
          .join('；')}
        。
      </span>
    </div>
  );
}

const isFilled = (file: FileDetail, form: FormName): boolean => file.steps[FORMS[form].no - 1]?.handledOn !== null;
