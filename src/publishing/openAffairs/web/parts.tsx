import type { UploadedFile } from '#platform/files/fileCalls.ts';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { DUE_STATES, type DueState, KIND_NAMES, KINDS, PHASES, type Phase } from '../rules.ts';
import './openAffairs.css';

export const KIND_OPTIONS = KIND_NAMES.map((value) => ({ value, label: KINDS[value] }));

const TONES: Readonly<Record<Phase, string>> = {
  draft: 'tag',
  pending: 'tag warn',
  returned: 'tag bad',
  open: 'tag ok',
  ended: 'tag',
  withdrawn: 'tag',
};

/** How an affair stands, in words and colour. */
export const PhaseTag = ({ phase }: { phase: Phase }) => <span className={TONES[phase]}>{PHASES[phase]}</span>;

const DUE_TONES: Readonly<Record<DueState, string>> = {
  done: 'tag ok',
  late: 'tag',
  overdue: 'tag bad',
  pending: 'tag warn',
  open: 'tag warn',
};

/** How something owed stands. */
export const DueTag = ({ state }: { state: DueState }) => <span className={DUE_TONES[state]}>{DUE_STATES[state]}</span>;

/** Attachments to be fetched. */
export function Attachments({ files }: { files: readonly UploadedFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-label="附件">
      <h3 className="open-files-title">附件（{files.length}份）</h3>
      <FileList files={files} />
    </section>
  );
}

/** What is to be done about personal numbers in an affair before it is published. */
export const NUMBERS_LEAD = '文中有个人信息，公开前请删除或遮盖；确需公开的，送审时写明原因。';
