import type { RepairContent } from '#shared/repairs/content.ts';
import type { ProviderState, RepairEntry } from '#shared/repairs/lifecycle.ts';
import { day, hour, minute } from './values.ts';

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

/** From the newest that has an RMA to the oldest: those on their way are young, those that ended are old. `withdrawn` never got an RMA. */
const stories: readonly (Story | 'withdrawn')[] = [
  [],
  accepted,
  sentBack,
  arrived,
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

export type DemoStory = {
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

/** What has happened to a demo repair by now, in its order. */
export const demoTimeline = ({ index, id, createdAt, by, rma, before }: DemoStory, now: Date): RepairEntry[] => {
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
