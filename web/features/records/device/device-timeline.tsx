import type { Device } from '#shared/records/device.ts';
import type { NamedKind } from '#web/features/records/record-kind.ts';
import { Timeline } from '#web/features/records/timeline.tsx';
import { useTexts } from '#web/language/i18n.ts';

type Entry = Device['repairs'][number]['timeline'][number] | Device['returns'][number]['timeline'][number];

type Props = {
  /** Whose words the title is. */
  readonly kind: NamedKind;
  readonly device: Device;
};

/** All that has happened to a device in any of its records, the newest first, each with its record. */
export const DeviceTimeline = ({ kind, device }: Props) => {
  const { t } = useTexts();
  const textOf = (name: 'repairs' | 'returns', entry: Entry) => {
    if (entry.type === 'rmaAssigned') return t(`${name}.timeline.rmaAssigned`, { rma: entry.rma });
    return entry.type === 'status' ? t(`repairs.states.${entry.status}`) : t(`${name}.timeline.${entry.type}`);
  };
  const entries = (['repairs', 'returns'] as const)
    .flatMap((name) =>
      device[name].flatMap((record) =>
        record.timeline.map((entry: Entry) => ({
          // The timeline itself words only what every kind words alike.
          type: '',
          at: entry.at,
          by: [
            'by' in entry ? entry.by : t(`${name}.timeline.byProvider`),
            t(`${name}.details.title`, { reference: record.storeRefNo }),
          ].join(' · '),
          text: textOf(name, entry),
        })),
      ),
    )
    // Stable, and those of one record are in their order: turned round at the end, its last is its first.
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .toReversed();
  return <Timeline kind={kind} timeline={entries} ownText={({ text }) => text} />;
};
