import { repairsText } from './repairs.ts';

const labels = (name: string) => ({ en: name, de: `${name} auf Deutsch`, fr: `${name} en français` });
/** A small catalogue for tests: the text of its data file. */
export const exampleRepairs = repairsText({
  products: [
    {
      key: 'switch-2',
      code: 'R10015838A',
      labels: labels('Switch 2'),
      pictogram: 'console',
      serialNumber: { pattern: '^X[A-Z]{2}[0-9]{11}$', checkDigit: true },
      accessories: ['dock', 'cable'],
    },
    { key: '2ds', code: 'R1', sample: true, labels: labels('2DS'), accessories: ['cable'] },
    { key: 'wii-u', code: 'R2', sample: true, labels: labels('Wii U'), labelOnly: true, accessories: [] },
  ],
  accessories: [
    { key: 'dock', code: 'A1', sample: true, labels: labels('Dock'), pictogram: 'charger' },
    { key: 'cable', code: 'A2', sample: true, labels: labels('Cable') },
  ],
});
