import { isDiskFull } from '../errors.ts';

/** A sentence for whoever runs a backup or a restore: nothing was written, or what was written is taken back. */
export class BackupFault extends Error {}

/** A part of a backup is not what was written. */
export class Damaged extends BackupFault {
  constructor(part: string) {
    super(`备份中的“${part}”不完整或被改动过，不能恢复，请换一份备份。(The part ${part} is cut or was changed.)`);
  }
}

/** The backup was made with another key. */
export class WrongKey extends BackupFault {
  constructor() {
    super('备份密钥与这份备份不是同一把，请换上备份时的 backup.key。(The backup was made with another key.)');
  }
}

/** What an error of this work is to whoever runs it: its own sentence, or that of a full disk. @param place where was written */
export function faultOf(error: unknown, place: string): Error {
  if (isDiskFull(error))
    return new BackupFault(`${place} 空间不足，未完成的部分已清除，请腾出空间后重试。(No space left at ${place}.)`);
  return error instanceof Error ? error : new Error(String(error));
}
