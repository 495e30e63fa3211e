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

const documents = {
  'privacy policy': { English: privacyEn, German: privacyDe, French: privacyFr },
  'terms of service': { English: termsEn, German: termsDe, French: termsFr },
};

describe.each(Object.entries(documents))('the %s', (_, texts) => {
  test.each(Object.entries(texts))(
    'in %s is complete, with the sections and placeholders of the others',
    (__, text) => {
      expect(outline(text)).toEqual(outline(texts.English));
      expect(passages(text).filter((passage) => passage === '' || passage !== passage.trim())).toEqual([]);
      expect(text.sections.filter(({ paragraphs }) => paragraphs.length === 0)).toEqual([]);
    },
  );

  test('keeps French double signs on the line', () =>
    expect(passages(texts.French).filter((passage) => /[^\u00A0][:»]|«[^\u00A0]|[^\u202F][?!;]/.test(passage))).toEqual(
      [],
    ));
});

describe.each(Object.entries(documents['terms of service']))('the terms of service in %s', (_, terms) => {
  test('state every figure of the limits and no other, and write none out that could differ from them', () => {
    expect([...new Set(passages(terms).flatMap(placeholders))].toSorted()).toEqual(figures.toSorted());
    expect(passages(terms).filter((passage) => /\d/.test(passage))).toEqual([]);
  });

  test('part withdrawing in the store, which ends with the RMA number, from withdrawing the offer', () =>
    expect(terms.sections[2]?.paragraphs[1]).toMatch(/RMA/));
});
