import { describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import privacyDe from './privacy-policy.de.json' with { type: 'json' };
import privacyEn from './privacy-policy.en.json' with { type: 'json' };
import privacyFr from './privacy-policy.fr.json' with { type: 'json' };
import termsDe from './terms-of-service.de.json' with { type: 'json' };
import termsEn from './terms-of-service.en.json' with { type: 'json' };
import termsFr from './terms-of-service.fr.json' with { type: 'json' };

type LegalText = typeof termsEn;

const figures = Object.entries(limits.terms).flatMap(([name, value]) => (typeof value === 'number' ? [name] : []));

const passages = (text: LegalText) => [
  text.title,
  ...text.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
];

const placeholders = (passage: string) => [...passage.matchAll(/\{(.*?)\}/g)].map(([, name]) => name ?? '').toSorted();

const outline = (text: LegalText) => text.sections.map(({ paragraphs }) => paragraphs.map(placeholders));

describe.each([
  { document: 'privacy policy', en: privacyEn, de: privacyDe, fr: privacyFr },
  { document: 'terms of service', en: termsEn, de: termsDe, fr: termsFr },
])('the $document', ({ en, de, fr }) => {
  test('has the same sections, paragraphs and placeholders in three languages', () => {
    expect(outline(de)).toEqual(outline(en));
    expect(outline(fr)).toEqual(outline(en));
  });

  test.each([
    ['English', en],
    ['German', de],
    ['French', fr],
  ])('is complete in %s', (_, text) => {
    expect(passages(text).filter((passage) => passage === '' || passage !== passage.trim())).toEqual([]);
    expect(text.sections.filter(({ paragraphs }) => paragraphs.length === 0)).toEqual([]);
  });
});

describe.each([
  ['English', termsEn],
  ['German', termsDe],
  ['French', termsFr],
])('the terms of service in %s', (_, terms) => {
  test('state every figure of the limits, and no other placeholder', () => {
    expect([...new Set(passages(terms).flatMap(placeholders))].toSorted()).toEqual(figures.toSorted());
  });

  test('part withdrawing in the store, which ends with the RMA number, from withdrawing the offer', () => {
    expect(terms.sections[2]?.paragraphs[1]).toMatch(/RMA/);
  });

  test('write no figure out, so that none can differ from the limits', () => {
    expect(passages(terms).filter((passage) => /\d/.test(passage))).toEqual([]);
  });
});

test.each([
  ['privacy policy', privacyFr],
  ['terms of service', termsFr],
])('the French %s keeps its double signs on the line', (_, text) => {
  expect(passages(text).filter((passage) => /[^\u00A0][:»]|«[^\u00A0]|[^\u202F][?!;]/.test(passage))).toEqual([]);
});
