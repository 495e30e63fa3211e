import { returnsText } from './returns.ts';

/** A small catalogue for tests: the text of its data file. */
export const exampleReturns = returnsText({
  sample: true,
  items: [
    { key: 'racer', ean: '9520001000072', code: 'G1', category: 'game', label: 'Racer' },
    {
      key: 'dock',
      ean: '9520001000140',
      code: 'Z1',
      category: 'accessory',
      labels: { en: 'Dock', de: 'Station', fr: 'Station d’accueil' },
    },
    {
      key: 'sword',
      ean: '9520001000218',
      code: 'G2',
      category: 'game',
      labels: { en: 'Sword', de: 'Schwert', fr: 'Sword' },
    },
  ],
});
