import { expect, test } from '@jest/globals';
import { languages } from '#shared/regions.ts';
import { namesAnother } from './names-another.ts';
import { returnItemLabel, returnItems } from './returns.ts';

test('no product’s own name, in any language, names another', () => {
  const wrong = returnItems.filter((item) =>
    languages.some((language) => namesAnother(returnItemLabel(item, language), item.key)),
  );
  expect(wrong).toEqual([]);
});

test.each(['The Legend of Zelda', 'Mario Kart World', 'SUPER MARIO BROS WONDER', 'Zelda, gebraucht', 'Pokemon Rouge'])(
  '%j names another product than Super Mario Odyssey',
  (description) => expect(namesAnother(description, 'super-mario-odyssey')).toBe(true),
);

test.each([
  'Super Mario Odyssey',
  'mario odyssey NSW',
  'SMO',
  'Spiel und Hülle',
  'jeu avec boîte',
  'Odyssey',
  '',
  'Nr. 12',
])('%j does not', (description) => expect(namesAnother(description, 'super-mario-odyssey')).toBe(false));

test('what is not in the catalogue is nobody’s', () => expect(namesAnother('Zelda', 'no-such-product')).toBe(false));
