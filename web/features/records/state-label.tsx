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

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKindView<Summary>;
  readonly state: Summary['state'];
  readonly isLarge?: boolean;
};

export const StateLabel = <Summary extends SubmittedRecord>({ kind, state, isLarge = false }: Props<Summary>) => (
  <Pill tone={kind.states[state]} isLarge={isLarge}>
    <Icon name={icons[kind.states[state]]} size={isLarge ? 'normal' : 'small'} />
    <span className="state-label">{kind.stateText(state, useTexts())}</span>
  </Pill>
);
