import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { usesDictionary } from '#kernel/dictionary/server/uses.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { NounHouse } from '#platform/server/noun/serve.ts';

/** What the noun kit gets of the modules below: `serveNoun(noun, calls, nounHouse)`. */
export const nounHouse: NounHouse = { names: dictionaryNames, usesDictionary, files: uploadedFiles, writeExport };
