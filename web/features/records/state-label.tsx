import StatusIndicator from '@cloudscape-design/components/status-indicator';
import './state-label.css';
import { useTexts } from '#web/language/i18n.ts';
import type { RecordKind, SubmittedRecord } from './record-kind.ts';

type Props<Summary extends SubmittedRecord> = {
  readonly kind: RecordKind<Summary>;
  readonly state: Summary['state'];
};

/** How far a record has come: each state has an icon and a colour, and the word says the same. */
export const StateLabel = <Summary extends SubmittedRecord>({ kind, state }: Props<Summary>) => (
  <StatusIndicator type={kind.states[state]}>
    <span className="state-label">{kind.stateText(state, useTexts())}</span>
  </StatusIndicator>
);
