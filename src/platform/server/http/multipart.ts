import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { badInput, Refusal } from '../errors.ts';

/** Fastify's own errors say what is wrong (HTTP 4xx); anything else means that the form broke off or is none. */
const brokenForm = (error: unknown) =>
  error instanceof Refusal || (error as { statusCode?: number }).statusCode !== undefined
    ? error
    : badInput({ file: '上传的内容不完整，请重新上传' });

/** The parts of a form, one after another. Refuses at `file` a form that ends too early or cannot be split into parts. */
export async function* partsOf(
  request: FastifyRequest,
  options: Parameters<FastifyRequest['parts']>[0] = {},
): AsyncGenerator<Multipart> {
  const parts = request.parts(options);
  try {
    for (;;) {
      const next = await parts.next().catch((error: unknown) => {
        throw brokenForm(error);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await parts.return?.(undefined).catch(() => {});
  }
}

/** The bytes of a part while they arrive; refuses where they end too early. Errors of the reader are thrown unchanged. */
export async function* bytesOf(part: MultipartFile): AsyncGenerator<Uint8Array> {
  const pieces = part.file.iterator({ destroyOnReturn: true });
  try {
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => {
        throw brokenForm(error);
      });
      if (next.done) return;
      yield next.value as Uint8Array;
    }
  } finally {
    await pieces.return?.(undefined).catch(() => {});
  }
}

/** A part's bytes in one piece. */
export const wholeOf = (part: MultipartFile): Promise<Buffer> =>
  part.toBuffer().catch((error: unknown) => {
    throw brokenForm(error);
  });

/** A field's text; a form may also send JSON in a field, which none of ours takes. */
export function textOf(part: Exclude<Multipart, MultipartFile>): string {
  if (typeof part.value !== 'string') throw badInput({ [part.fieldname]: '请求内容不能识别' });
  return part.value;
}
