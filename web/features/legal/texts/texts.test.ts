import { describe, expect, test } from 'vitest';
import { limits } from '#shared/config/limits.ts';
import privacyDe from './privacy-policy.de.json' with { type: 'json' };
import privacyEn from './privacy-policy.en.json' with { type: 'json' };
import privacyFr from './privacy-policy.fr.json' with { type: 'json' };
import termsDe from './terms-of-service.de.json' with { type: 'json' };
import termsEn from './terms-of-service.en.json' with { type: 'json' };
import termsFr from './terms-of-service.fr.json' with { type: 'json' };

type LegalText = typeof termsEn;

const limitNames = Object.entries(limits.terms).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []));

const collectPassages = (text: LegalText) => [
  text.title,
  ...text.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
];

const findPlaceholders = (passage: string) =>
  [...passage.matchAll(/\{(.*?)\}/g)].map(([, name]) => name ?? '').toSorted();

const toOutline = (text: LegalText) => text.sections.map(({ paragraphs }) => paragraphs.map(findPlaceholders));

const documents = {
  'privacy policy': { English: privacyEn, German: privacyDe, French: privacyFr },
  'terms of service': { English: termsEn, German: termsDe, French: termsFr },
};

describe.each(Object.entries(documents))('%s', (_, texts) => {
  test.each(Object.entries(texts))('has the English sections and placeholders in %s', (__, text) => {
    expect(toOutline(text)).toEqual(toOutline(texts.English));
    expect(collectPassages(text).filter((passage) => passage === '' || passage !== passage.trim())).toEqual([]);
    expect(text.sections.filter(({ paragraphs }) => paragraphs.length === 0)).toEqual([]);
  });

  test('uses no-break spaces around French punctuation', () =>
    expect(
      collectPassages(texts.French).filter((passage) => /[^\u00A0][:»]|«[^\u00A0]|[^\u202F][?!;]/.test(passage)),
    ).toEqual([]));
});

describe.each(Object.entries(documents['terms of service']))('terms of service in %s', (_, terms) => {
  test('use every limit placeholder and no literal figures', () => {
    expect([...new Set(collectPassages(terms).flatMap(findPlaceholders))].toSorted()).toEqual(limitNames.toSorted());
    expect(collectPassages(terms).filter((passage) => /\d/.test(passage))).toEqual([]);
  });

  test('mention the RMA number in the withdrawal section', () =>
    expect(terms.sections[2]?.paragraphs[1]).toMatch(/RMA/));
});
