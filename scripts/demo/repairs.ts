import { findAccessories, bookableProducts } from '#shared/catalogue/repairs.ts';
import { limits } from '#shared/config/limits.ts';
import type { Language, RegionId } from '#shared/config/regions.ts';
import { prefixes, regions } from '#shared/config/regions.ts';
import type { RepairContent } from '#shared/repairs/content.ts';
import { issueKeys } from '#shared/repairs/content.ts';
import type { ProviderState, RepairEntry } from '#shared/repairs/lifecycle.ts';
import { hasCheckDigit } from '#shared/repairs/serial-number.ts';
import { buildRepairContent } from '#shared/testing/repair.ts';
import type { DemoStore } from './accounts.ts';
import { findBookerEmail } from './accounts.ts';
import { dayMs, hourMs, minuteMs, toInteger, pick, toUuid } from './values.ts';

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

const serialNumberPatterns: readonly (readonly [key: RegExp, prefix: string, digitCount: number])[] = [
  [/^switch-2/, 'HAW', 11],
  [/^switch-lite/, 'XJW', 11],
  [/^switch/, 'XAW', 11],
  [/[23]ds/, 'YEM', 9],
];

const createSerialNumber = (productKey: string, seedNumber: number): string => {
  const [, prefix, digitCount] = serialNumberPatterns.find(([key]) => key.test(productKey)) ?? [undefined, 'CLV', 10];
  const digitCountBeforeCheckDigit = digitCount - 1;
  const digits = String(seedNumber).padStart(digitCountBeforeCheckDigit, '0').slice(-digitCountBeforeCheckDigit);
  const checkDigits = [...'0123456789'].filter((digit) => hasCheckDigit(`${prefix}${digits}${digit}`));
  return `${prefix}${digits}${pick(checkDigits, 0)}`;
};

/** Statuses that the provider reports, with the milliseconds after the booking. */
type History = readonly (readonly [status: ProviderState, afterMs: number])[];

const confirmedHistory: History = [['confirmed', 2 * hourMs]];
const receivedHistory: History = [...confirmedHistory, ['received', 2 * dayMs + 3 * hourMs]];
const assessedHistory: History = [...receivedHistory, ['assessed', 3 * dayMs]];
const quotedHistory: History = [...assessedHistory, ['quoted', 3 * dayMs + 2 * hourMs]];
const repairedHistory: History = [...assessedHistory, ['repaired', 5 * dayMs]];
const dispatchedHistory: History = [...repairedHistory, ['dispatched', 6 * dayMs + 4 * hourMs]];
const paidHistory: History = [...quotedHistory, ['repaired', 8 * dayMs], ['dispatched', 9 * dayMs]];
const returnedHistory: History = [...quotedHistory, ['returnedUnrepaired', 7 * dayMs]];
/** Delivery fails, and no other address is given within `limits.terms.redeliveryAddressMonths`. */
const abandonedHistory: History = [...dispatchedHistory, ['abandoned', 102 * dayMs]];
const cancelledHistory: History = [...confirmedHistory, ['cancelled', dayMs]];

/**
 * Histories of repairs, from the newest one with an RMA number to the oldest. Open repairs are recent, ended ones old.
 * The target date of the newest received repair is in the future, that of the next one has passed. `withdrawn` repairs never
 * got an RMA number.
 */
const histories: readonly (History | 'withdrawn')[] = [
  [],
  receivedHistory,
  dispatchedHistory,
  confirmedHistory,
  assessedHistory,
  quotedHistory,
  repairedHistory,
  'withdrawn',
  dispatchedHistory,
  returnedHistory,
  cancelledHistory,
  paidHistory,
];

/** Histories of older repairs. All of them have ended, because an open repair would be weeks overdue. */
const historiesOfEndedRepairs = histories.slice(-5);

/** Age of the abandoned repair, which is the oldest one of a store with many. */
const abandonedAgeMs = 120 * dayMs;

type TimelineInput = {
  /** 0 is the newest; the newest three await their RMA number. */
  readonly index: number;
  readonly id: string;
  readonly createdAt: Date;
  readonly by: string;
  readonly rma: string;
  /** Content before the store's correction; absent if it was never corrected. */
  readonly before?: RepairContent | undefined;
  readonly isAbandoned: boolean;
};

/** Number of newest repairs that await their RMA number. */
const pendingCount = 3;

const createTimeline = (
  { index, id, createdAt, by, rma, before, isAbandoned }: TimelineInput,
  now: Date,
): RepairEntry[] => {
  const toIsoTime = (afterMs: number) => new Date(createdAt.getTime() + afterMs).toISOString();
  const storeEntries: RepairEntry[] = [
    { type: 'booked', at: toIsoTime(0), by },
    ...(before ? [{ type: 'corrected' as const, at: toIsoTime(9 * minuteMs), by, before }] : []),
  ];
  if (index < pendingCount) return storeEntries;

  const history = isAbandoned
    ? abandonedHistory
    : (histories[index - pendingCount] ?? historiesOfEndedRepairs[index % historiesOfEndedRepairs.length] ?? []);
  if (history === 'withdrawn') return [...storeEntries, { type: 'withdrawn', at: toIsoTime(50 * minuteMs), by }];
  const statusEntries = history.map(([status, afterMs]): RepairEntry => ({
    type: 'status',
    at: toIsoTime(afterMs),
    eventId: `demo-${id}-${status}`,
    status,
  }));
  const providerEntries: RepairEntry[] = [
    { type: 'rmaAssigned', at: toIsoTime(4 * minuteMs), eventId: `demo-${id}-rma`, rma },
    ...statusEntries,
  ];
  return [...storeEntries, ...providerEntries.filter((entry) => entry.at <= now.toISOString())];
};

/** Index of the repair that the store has corrected. */
const correctedIndex = 1;

/** Booked repair with its timeline; a row's other fields are derived from these. */
export type DemoRepair = RepairContent & {
  readonly id: string;
  readonly region: RegionId;
  readonly storeRefNo: string;
  readonly storeId: string;
  readonly storeName: string;
  readonly createdAt: string;
  readonly termsAccepted: string;
  readonly version: number;
  readonly timeline: RepairEntry[];
};

/**
 * Returns a store's repairs of recent months, deterministic except for their dates; the newest await their RMA number,
 * and one of these was corrected.
 */
export const createDemoRepairs = (region: RegionId, store: DemoStore, count: number, now: Date): DemoRepair[] =>
  Array.from({ length: count }, (_, index) => {
    const seed = `${region}/${store.id}/${index}`;
    const seedNumber = toInteger(seed);
    const product = pick(bookableProducts, seedNumber);
    const isOnlyAccessories = seedNumber % 5 === 0 && product.accessories.length > 0;
    const accessories =
      seedNumber % 3 === 0 || isOnlyAccessories
        ? findAccessories(product.key)
            .slice(0, 1 + (seedNumber % 2))
            .map(({ key }) => key)
        : [];
    const isAbandoned = index === count - 1 && index >= pendingCount + histories.length;
    const ageMs = isAbandoned ? abandonedAgeMs : Math.floor(index * 2.6 * dayMs);
    const createdAt = new Date(now.getTime() - ageMs - (1 + (seedNumber % 6)) * hourMs);
    const { language } = prefixes[regions[region].prefix];
    const content = buildRepairContent({
      product: product.key,
      isOnlyAccessories,
      accessories,
      issue: pick(issueKeys, seedNumber >>> 3),
      serialNumber: isOnlyAccessories ? '' : createSerialNumber(product.key, seedNumber),
      purchaseDate: new Date(createdAt.getTime() - (20 + (seedNumber % 500)) * dayMs).toISOString().slice(0, 10),
      detailedDescription: pick(descriptions[language], seedNumber >>> 5),
    });
    const id = toUuid(seed);
    const rma = `${regions[region].prefix}${String(50_000_000 + (seedNumber % 9_000_000))}`;
    const contentBeforeCorrection =
      index === correctedIndex
        ? { ...content, detailedDescription: pick(descriptions[language], (seedNumber >>> 5) + 1) }
        : undefined;
    const timeline = createTimeline(
      {
        index,
        id,
        createdAt,
        by: findBookerEmail(region, store, 'register-repairs'),
        rma,
        before: contentBeforeCorrection,
        isAbandoned,
      },
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
