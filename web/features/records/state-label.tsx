import Icon from '@cloudscape-design/components/icon';
import type { IconProps } from '@cloudscape-design/components/icon';
import { useTexts } from '#web/i18n/i18n.ts';
import { Pill } from '#web/ui/pill.tsx';
import type { Tone } from '#web/ui/pill.tsx';
import type { RecordKindView, SubmittedRecord } from './record-kind-view.ts';

const icons = {
  pending: 'status-pending',
  underway: 'status-in-progress',
  waiting: 'status-warning',
  done: 'status-positive',
  ended: 'status-stopped',
} as const satisfies Record<Tone, IconProps.Name>;

/** States in which the store has to send a parcel. They have a parcel icon instead of their tone's warning icon, because nothing is wrong. */
const sendStates: readonly string[] = ['registered', 'confirmed'];

const parcelIcon = (
  <svg viewBox="0 0 16 16" focusable="false">
    <path d="m8 1 6 3v8l-6 3-6-3V4ZM2 4l6 3 6-3M8 7v8" />
  </svg>
);

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  readonly state: Summary['state'];
  readonly isLarge?: boolean;
  /** Shows the short name of the state, for lists. */
  readonly isShort?: boolean;
};

export const StateLabel = <Summary extends SubmittedRecord>({
  kind,
  state,
  isLarge = false,
  isShort = false,
}: Props<Summary>) => (
  <Pill tone={kind.states[state]} isLarge={isLarge}>
    {sendStates.includes(state) ? (
      <Icon svg={parcelIcon} size={isLarge ? 'normal' : 'small'} />
    ) : (
      <Icon name={icons[kind.states[state]]} size={isLarge ? 'normal' : 'small'} />
    )}
    <span className="state-label">{(isShort ? kind.shortStateText : kind.stateText)(state, useTexts())}</span>
  </Pill>
);
