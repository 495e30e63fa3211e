import { createHash } from 'node:crypto';
import { accessoriesOf, bookableProducts } from '#shared/catalogue/repairs.ts';
import type { Language, RegionId } from '#shared/regions.ts';
import { prefixes, regions } from '#shared/regions.ts';
import { issueKeys } from '#shared/repairs/issues.ts';
import type { DemoStore } from './demo-accounts.ts';

const descriptions: Record<Language, readonly string[]> = {
  en: ['Does not switch on any more.', 'The picture flickers after a few minutes.', 'The customer dropped it; the corner is cracked.', 'Game cards are not recognised.'],
  de: ['Schaltet sich nicht mehr ein.', 'Das Bild flackert nach einigen Minuten.', 'Dem Kunden heruntergefallen, eine Ecke ist gerissen.', 'Spielkarten werden nicht erkannt.'],
  fr: ['Ne s’allume plus.', 'L’image scintille au bout de quelques minutes.', 'La cliente l’a fait tomber, un angle est fêlé.', 'Les cartes de jeu ne sont pas reconnues.'],
};

const hour = 3_600_000;
const day = 24 * hour;

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const uuid = (text: string) => digest(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const pick = <T>(list: readonly T[], number: number): T => {
  const found = list[number % list.length];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};

/** A store's repairs of the last weeks, the same for every run but for their dates; all but the newest have an RMA. */
export const demoRepairs = (region: RegionId, store: DemoStore, count: number, now: Date) =>
  Array.from({ length: count }, (_, index) => {
    const seed = `${region}/${store.id}/${index}`;
    const number = Number.parseInt(digest(seed).slice(0, 8), 16);
    const product = pick(bookableProducts, number);
    const isOnlyAccessories = number % 5 === 0 && product.accessories.length > 0;
    const accessories = number % 3 === 0 || isOnlyAccessories ? accessoriesOf(product.key).slice(0, 1 + (number % 2)).map(({ key }) => key) : [];
    // Two or three a week, during the day.
    const createdAt = new Date(now.getTime() - Math.floor(index * 2.6 * day) - (1 + (number % 6)) * hour);
    const { language } = prefixes[regions[region].prefix];
    return {
      id: uuid(seed),
      region,
      rma: index < 3 ? null : `${regions[region].prefix}${String(50_000_000 + (number % 9_000_000))}`,
      storeRefNo: `${store.id.slice(3)}-${String(count - index).padStart(4, '0')}`,
      storeId: store.id,
      storeName: store.name,
      createdAt: createdAt.toISOString(),
      product: product.key,
      isOnlyAccessories,
      accessories,
      issue: pick(issueKeys, number >>> 3),
      serialNumber: isOnlyAccessories ? '' : `XT${String(number % 10 ** 10).padStart(10, '0')}`,
      purchaseDate: new Date(createdAt.getTime() - (20 + (number % 500)) * day).toISOString().slice(0, 10),
      detailedDescription: pick(descriptions[language], number >>> 5),
    };
  });
