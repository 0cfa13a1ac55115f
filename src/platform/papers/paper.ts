import { z } from 'zod';
import { data } from '../contract.ts';

/** The reply of a call that makes a paper: a PDF that only the session's account can read, kept for a day. */
export const paperReply = data(
  z.object({
    /** Where its bytes are read (`downloadFile`, `mediaAddress`). */
    fileId: z.string(),
    name: z.string(),
    pages: z.number(),
    /** Characters that the font has no form for: an empty box stands in their place. */
    missing: z.array(z.string()),
  }),
);
export type PaperFile = z.infer<typeof paperReply.schema>;
