import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findStage, stageNames } from '#infra/stages.ts';
import { toCancellationFormPath } from '#shared/api/paths.ts';
import { languages } from '#shared/config/regions.ts';

const readTitle = (pdf: string) => {
  const bytes = Buffer.from(/\/Title <FEFF([0-9A-F]+)>/.exec(pdf)?.[1] ?? '', 'hex');
  return bytes.swap16().toString('utf16le');
};

test.each(stageNames.flatMap((stage) => languages.map((language) => [stage, language] as const)))(
  'the cancellation form of %s (%s) names its provider (fix: npm run documents)',
  (stage, language) => {
    const { name, address, email } = findStage(stage).provider;
    const form = join(import.meta.dirname, '../../web/public', toCancellationFormPath(stage, language));
    expect(readTitle(readFileSync(form, 'latin1'))).toContain([name, ...address, email].join(', '));
  },
);
