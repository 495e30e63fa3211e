import { accessoriesOf, bookableProducts } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/limits.ts';
import type { Language, RegionId } from '#shared/regions.ts';
import { prefixes, regions } from '#shared/regions.ts';
import type { RepairContent } from '#shared/repairs/content.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import type { ProviderState, RepairEntry } from '#shared/repairs/lifecycle.ts';
import { hasCheckDigit } from '#shared/repairs/serial-number.ts';
import type { DemoStore } from './accounts.ts';
import { demoBooker } from './accounts.ts';
import { day, hour, minute, number as numberOf, pick, uuid } from './values.ts';

const descriptions: Record<Language, readonly string[]> = {
  en: [
    'Does not switch on any more.',
    'The picture flickers after a few minutes.',
    'The customer dropped it; the corner is cracked.',
    'Game cards are not recognised.',
  ],
  de: [
    'Schaltet sich nicht mehr ein.',
    'Das Bild flackert nach einigen Minuten.',
    'Dem Kunden heruntergefallen, eine Ecke ist gerissen.',
    'Spielkarten werden nicht erkannt.',
  ],
  fr: [
    'Ne s’allume plus.',
    'L’image scintille au bout de quelques minutes.',
    'La cliente l’a fait tomber, un angle est fêlé.',
    'Les cartes de jeu ne sont pas reconnues.',
  ],
};

const letters: readonly (readonly [key: RegExp, prefix: string, digits: number])[] = [
  [/^switch-2/, 'HAW', 11],
  [/^switch-lite/, 'XJW', 11],
  [/^switch/, 'XAW', 11],
  [/[23]ds/, 'YEM', 9],
];

const serialNumber = (productKey: string, number: number): string => {
  const [, prefix, digits] = letters.find(([key]) => key.test(productKey)) ?? [undefined, 'CLV', 10];
  const start = `${prefix}${String(number)
    .padStart(digits - 1, '0')
    .slice(1 - digits)}`;
  return (
    start +
    pick(
      [...'0123456789'].filter((digit) => hasCheckDigit(start + digit)),
      0,
    )
  );
};

/** How long after the booking the provider reports what, in milliseconds. */
type Story = readonly (readonly [status: ProviderState, after: number])[];

const accepted: Story = [['confirmed', 2 * hour]];
const arrived: Story = [...accepted, ['received', 2 * day + 3 * hour]];
const examined: Story = [...arrived, ['assessed', 3 * day]];
const offered: Story = [...examined, ['quoted', 3 * day + 2 * hour]];
const mended: Story = [...examined, ['repaired', 5 * day]];
const sentBack: Story = [...mended, ['dispatched', 6 * day + 4 * hour]];
const paidFor: Story = [...offered, ['repaired', 8 * day], ['dispatched', 9 * day]];
const declined: Story = [...offered, ['returnedUnrepaired', 7 * day]];
const forgotten: Story = [...offered, ['abandoned', 30 * day]];
const calledOff: Story = [...accepted, ['cancelled', day]];

/** From the newest that has an RMA to the oldest: those on their way are young, those that ended are old. The target of the newest received one still runs, that of the next is overdue. `withdrawn` never got an RMA. */
const stories: readonly (Story | 'withdrawn')[] = [
  [],
  arrived,
  sentBack,
  accepted,
  examined,
  offered,
  mended,
  'withdrawn',
  sentBack,
  declined,
  calledOff,
  paidFor,
  forgotten,
];

/** What is older has ended: nothing is late by weeks. */
const ended = stories.slice(-6);

type DemoStory = {
  /** 0 is the newest; the newest three wait for their RMA. */
  readonly index: number;
  readonly id: string;
  readonly createdAt: Date;
  readonly by: string;
  readonly rma: string;
  /** What the repair said before its store corrected it; absent where it was right at once. */
  readonly before?: RepairContent | undefined;
};

const pendingCount = 3;

const timelineOf = ({ index, id, createdAt, by, rma, before }: DemoStory, now: Date): RepairEntry[] => {
  const at = (after: number) => new Date(createdAt.getTime() + after).toISOString();
  const booked: RepairEntry[] = [
    { type: 'booked', at: at(0), by },
    ...(before ? [{ type: 'corrected' as const, at: at(9 * minute), by, before }] : []),
  ];
  if (index < pendingCount) return booked;

  const story = stories[index - pendingCount] ?? ended[index % ended.length] ?? [];
  if (story === 'withdrawn') return [...booked, { type: 'withdrawn', at: at(50 * minute), by }];
  const reported = story.map(([status, after]): RepairEntry => ({
    type: 'status',
    at: at(after),
    eventId: `demo-${id}-${status}`,
    status,
  }));
  const told: RepairEntry[] = [
    { type: 'rmaAssigned', at: at(4 * minute), eventId: `demo-${id}-rma`, rma },
    ...reported,
  ];
  return [...booked, ...told.filter((entry) => entry.at <= now.toISOString())];
};

const correctedIndex = 1;

/** A store's repairs of the last weeks, the same for every run but for their dates; the newest wait for their RMA, and one of them was corrected. */
export const demoRepairs = (region: RegionId, store: DemoStore, count: number, now: Date) =>
  Array.from({ length: count }, (_, index) => {
    const seed = `${region}/${store.id}/${index}`;
    const number = numberOf(seed);
    const product = pick(bookableProducts, number);
    const isOnlyAccessories = number % 5 === 0 && product.accessories.length > 0;
    const accessories =
      number % 3 === 0 || isOnlyAccessories
        ? accessoriesOf(product.key)
            .slice(0, 1 + (number % 2))
            .map(({ key }) => key)
        : [];
    const createdAt = new Date(now.getTime() - Math.floor(index * 2.6 * day) - (1 + (number % 6)) * hour);
    const { language } = prefixes[regions[region].prefix];
    const content: RepairContent = {
      product: product.key,
      isOnlyAccessories,
      accessories,
      issue: pick(issueKeys, number >>> 3),
      serialNumber: isOnlyAccessories ? '' : serialNumber(product.key, number),
      purchaseDate: new Date(createdAt.getTime() - (20 + (number % 500)) * day).toISOString().slice(0, 10),
      detailedDescription: pick(descriptions[language], number >>> 5),
    };
    const id = uuid(seed);
    const rma = `${regions[region].prefix}${String(50_000_000 + (number % 9_000_000))}`;
    const before =
      index === correctedIndex
        ? { ...content, detailedDescription: pick(descriptions[language], (number >>> 5) + 1) }
        : undefined;
    const timeline = timelineOf(
      { index, id, createdAt, by: demoBooker(region, store, 'register-repairs'), rma, before },
      now,
    );
    return {
      ...content,
      id,
      region,
      storeRefNo: `${store.id.slice(3)}-${String(count - index).padStart(4, '0')}`,
      storeId: store.id,
      storeName: store.name,
      createdAt: createdAt.toISOString(),
      termsAccepted: limits.terms.lastUpdated,
      version: timeline.length,
      timeline,
    };
  });

export type DemoRepair = ReturnType<typeof demoRepairs>[number];
