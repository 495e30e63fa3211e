import { describe, expect, test } from '@jest/globals';
import { errorStatus } from '#shared/errors.ts';
import { reasonKeys, returnsFileProblems } from './file-report.ts';
import texts from './file-texts.json' with { type: 'json' };

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(Object.entries(texts))('%s', (_, { errors, reasons, validation }) => {
  test('has a text for every code that the catalogue lacks, and for every reason', () => {
    expect(Object.keys(errors).toSorted()).toEqual(returnsFileProblems.filter((code) => !Object.hasOwn(errorStatus, code)).toSorted());
    expect(Object.keys(reasons)).toEqual(reasonKeys);
  });

  test.each(Object.entries({ ...errors, ...reasons, ...validation }))('%s needs the same values as in English', (key, text) => {
    const english: Record<string, string> = { ...texts.en.errors, ...texts.en.reasons, ...texts.en.validation };
    expect(placeholders(text)).toEqual(placeholders(english[key] ?? ''));
  });
});
