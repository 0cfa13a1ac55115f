import { z } from 'zod';
import { data } from '../contract.ts';

/** What a call answers that makes a paper: a PDF of the session's own, kept for a day. */
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
