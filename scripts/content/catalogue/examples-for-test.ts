const buildLabels = (name: string) => ({ en: name, de: `${name} auf Deutsch`, fr: `${name} en français` });

export const exampleRepairs = {
  products: [
    {
      key: 'switch-2',
      code: 'R10015838A',
      labels: buildLabels('Switch 2'),
      pictogram: 'console',
      serialNumber: { pattern: '^X[A-Z]{2}[0-9]{11}$', checkDigit: true },
      accessories: ['dock', 'cable'],
    },
    { key: '2ds', code: 'R1', sample: true, labels: buildLabels('2DS'), accessories: ['cable'] },
    { key: 'wii-u', code: 'R2', sample: true, labels: buildLabels('Wii U'), labelOnly: true, accessories: [] },
  ],
  accessories: [
    { key: 'dock', code: 'A1', sample: true, labels: buildLabels('Dock'), pictogram: 'charger' },
    { key: 'cable', code: 'A2', sample: true, labels: buildLabels('Cable') },
  ],
};

export const exampleReturns = {
  sample: true,
  items: [
    { key: 'racer', ean: '9520001000072', code: 'G1', category: 'game', label: 'Racer' },
    { key: 'dock', ean: '9520001000140', code: 'Z1', category: 'accessory', labels: buildLabels('Dock') },
    {
      key: 'sword',
      ean: '9520001000218',
      code: 'G2',
      category: 'game',
      labels: { en: 'Sword', de: 'Schwert', fr: 'Sword' },
    },
  ],
};
