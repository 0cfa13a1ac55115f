import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pages = globSync('src/**/web/**/*.{ts,tsx}').map((file) => ({ file, source: readFileSync(file, 'utf8') }));

/**
 * Where a page says itself what an act does and to whom, at the place where it is chosen, instead of a dialog. Whoever adds a line has
 * looked at the page: a call with `asks: 'page'` is asked about nowhere else then.
 */
const BESIDE_THE_CHOICE = ['src/kernel/workflow/web/matter/DecisionCard.tsx', 'src/procedures/transfer/web/Handle.tsx'];

test('none but the dialogs of the kit, and pages that stand here, says that the user was told', () => {
  const telling = pages.filter(({ source }) => /\basTold\(/.test(source)).map(({ file }) => file);
  const kit = /^src\/platform\/web\/(dialogs|press)\//;
  expect(telling.filter((file) => !kit.test(file)).sort()).toEqual(BESIDE_THE_CHOICE);
});

test('a dialog with a reason has its further fields where they are kept and where their faults go with them', () => {
  const field = /<(input|select|textarea|\w*Field)\b/;
  const wrong = pages.flatMap(({ file, source }) =>
    [...source.matchAll(/<ReasonDialog\b(?:(?!<ReasonDialog)[\s\S])*?<\/ReasonDialog>/g)].flatMap(([dialog]) => {
      const further = /\bfurther=\{\{[\s\S]*?\n\s+\}\}\n/.exec(dialog)?.[0] ?? '';
      return field.test(dialog.replace(further, '')) ? [file] : [];
    }),
  );
  expect(wrong).toEqual([]);
});
