import { z } from 'zod';
import { data, endpoint } from '#platform/contract.ts';

export const appPackage = endpoint({
  method: 'GET',
  path: '/api/app/package',
  summary: '手机应用安装包的名称、大小、版本与校验值',
  access: 'public',
  scope: 'none',
  silent: true,
  rate: { hits: 60, seconds: 60, by: 'ip' },
  input: z.object({}),
  reply: data(
    z
      .object({
        /** The file's name; it is fetched at `/app/{file}`. */
        file: z.string(),
        bytes: z.number(),
        /** As the file's name says it; null where it says none. */
        version: z.string().nullable(),
        /** Hex. */
        sha256: z.string(),
        changedAt: z.string(),
      })
      // Null: the site names no package, or the named file is not there.
      .nullable(),
  ),
});
