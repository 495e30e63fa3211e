import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { RecordIdentity } from '#shared/records/record.ts';
import { changeRejection } from '#shared/records/timeline.ts';
import { useIsWide } from '#web/browser/window-width.ts';
import { LoadFailed, Loading } from '#web/components/lists/loading.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import { destructiveStyle } from '#web/ui/destructive.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { focusHeading, Page } from '#web/ui/page.tsx';
import { Pictogram } from '#web/ui/pictogram.tsx';
import './details.css';
import { RecordHead, RecordState } from './record-head.tsx';
import type { ChangeableRecord, RecordKindInfo, RecordKindView, SubmittedRecord } from './record-kind-view.ts';
import { rejectionText } from './rejection-text.ts';
import { SupportOnly } from './support-only.tsx';
import type { RecordDetailsState } from './use-record-details.ts';

/** Actions of a record besides editing and withdrawing it. */
type RecordActions = {
  /** Action that is always visible. */
  readonly first: ReactNode;
  /** Action that is in the menu on a phone. */
  readonly second?: ReactNode;
  /** Actions that are in the menu at every width. */
  readonly others?: ReactNode;
};

type ActionsProps = {
  readonly kind: RecordKindInfo;
  readonly record: ChangeableRecord;
  readonly onCorrect: () => void;
  readonly onWithdraw: () => void;
  readonly actions: RecordActions;
};

const Actions = ({ kind, record, onCorrect, onWithdraw, actions: { first, second, others } }: ActionsProps) => {
  const { t } = useTexts();
  const { name } = kind;
  const isWide = useIsWide();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const canCorrect = changeRejection.correct(record) === undefined;
  const canWithdraw = changeRejection.withdraw(record) === undefined;
  const couldWithdraw = useRef(canWithdraw);
  useEffect(() => {
    // If the focused button disappears, for example when the RMA number arrives, the focus moves to the heading.
    if (couldWithdraw.current && !canWithdraw && document.activeElement === document.body) focusHeading();
    couldWithdraw.current = canWithdraw;
  }, [canWithdraw]);
  // The state of a withdrawn record already shows why it cannot be corrected.
  const rejection = record.state === 'withdrawn' ? undefined : changeRejection.correct(record);
  const hasOthers = Boolean(others) || canCorrect || canWithdraw;
  const secondAction = second && (
    <div key="second" className="record-second">
      {second}
    </div>
  );
  const menu = (hasOthers || (!isWide && Boolean(second))) && (
    <Button
      key="menu"
      iconName="ellipsis"
      ariaLabel={t('progress.more')}
      ariaExpanded={isMenuOpen}
      formAction="none"
      onClick={() => setMenuOpen(!isMenuOpen)}
    />
  );
  return (
    <div className={isMenuOpen ? 'record-actions is-open' : 'record-actions'}>
      {first}
      {/* Printing can change the width. The keys keep the second action mounted then, since it may be the one that prints. */}
      {isWide ? [secondAction, menu] : [menu, secondAction]}
      <div className="record-more">
        {others}
        {canCorrect && <Button onClick={onCorrect}>{t(`${name}.details.correct`)}</Button>}
        {canWithdraw && (
          <Button style={destructiveStyle} onClick={onWithdraw}>
            {t(`${name}.details.withdraw`)}
          </Button>
        )}
      </div>
      {rejection === 'notPending' && <SupportOnly />}
      {rejection === 'correctedTooOften' && <p>{rejectionText(kind, record, t)}</p>}
    </div>
  );
};

export type DetailsProps = {
  readonly identity: RecordIdentity;
  readonly onBack: () => void;
};

type Props<Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord> = DetailsProps & {
  readonly kind: RecordKindView<Summary, Full>;
  readonly details: RecordDetailsState<Full>;
  readonly toHeading: (record: Full) => string;
  /** Text below the heading, if the heading does not name the products. */
  readonly toDescription?: (record: Full) => string;
  readonly renderActions: (record: Full) => RecordActions;
  /** Renders what happens next, instead of the text of the state. */
  readonly renderNext?: (record: Full) => ReactNode;
  readonly status?: ReactNode;
  readonly renderCorrection: (record: Full) => ReactNode;
  readonly children: (record: Full) => ReactNode;
};

export const RecordDetails = <Summary extends SubmittedRecord, Full extends Summary & ChangeableRecord>({
  identity: { id, storeRefNo },
  onBack,
  kind,
  details: { query, correctionBase, conflict, unsavedChanges, withdrawal, ...details },
  toHeading,
  toDescription,
  renderActions,
  renderNext,
  status,
  renderCorrection,
  children,
}: Props<Summary, Full>) => {
  const texts = useTexts();
  const { t } = texts;
  const { name } = kind;
  const loadedRecord = query.status === 'loaded' ? query.data : undefined;
  const visibleRecord = correctionBase ? undefined : loadedRecord;
  const title = t(correctionBase ? `${name}.details.correctTitle` : `${name}.details.title`, { reference: storeRefNo });

  const renderHead = (record: Full) => (
    <>
      <RecordHead kind={kind} record={record} next={renderNext?.(record)} />
      <Actions
        kind={kind}
        record={record}
        onCorrect={() => details.beginCorrection(record)}
        onWithdraw={withdrawal.openDialog}
        actions={renderActions(record)}
      />
    </>
  );
  const renderContent = () => {
    if (query.status === 'idle' || query.status === 'loading') return <Loading text={t(`${name}.details.loading`)} />;
    if (query.status === 'failed' && query.code !== 'NotFound')
      return <LoadFailed failure={query} onRetry={details.showCurrent} />;
    if (query.status === 'failed')
      return (
        <div role="alert">
          <Alert type="error">{t(`${name}.details.notFound`)}</Alert>
        </div>
      );
    if (correctionBase) return renderCorrection(correctionBase);
    return renderHead(query.data);
  };
  const notices = (
    <>
      {/* Lists the changes that were not saved, so that the user can compare or retype them. */}
      {unsavedChanges.length > 0 && (
        <Alert
          type="warning"
          header={t(`${name}.details.unsaved`)}
          dismissible
          dismissAriaLabel={t(`${name}.details.hideUnsaved`)}
          onDismiss={details.hideUnsavedChanges}
        >
          <ul className="changes">
            {unsavedChanges.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Alert>
      )}
      {conflict && (
        <div role="alert">
          <Alert
            type="warning"
            action={<Button onClick={details.showCurrent}>{t(`${name}.details.showCurrent`)}</Button>}
          >
            {t(`errors.${conflict}`)}
          </Alert>
        </div>
      )}
    </>
  );
  const renderBelowCard = (record: Full) => (
    <>
      {children(record)}
      {withdrawal.isDialogOpen && (
        <Dialog
          title={t(`${name}.details.withdrawal.title`, { reference: record.storeRefNo })}
          cancel={t(`${name}.details.withdrawal.cancel`)}
          confirm={{
            text: t(`${name}.details.withdrawal.confirm`),
            onChosen: () => void withdrawal.withdraw(record),
          }}
          isDestructive
          isBusy={withdrawal.isBusy}
          failure={withdrawal.failure}
          onClose={withdrawal.closeDialog}
        >
          <div className="as-typed">{t(`${name}.details.withdrawal.text`)}</div>
        </Dialog>
      )}
    </>
  );
  return (
    <>
      <div>
        <Button variant="inline-link" iconName="arrow-left" onClick={onBack}>
          {t(`${name}.details.back`)}
        </Button>
      </div>
      {visibleRecord && notices}
      <div className={visibleRecord && 'record-card'}>
        <Page
          title={visibleRecord ? toHeading(visibleRecord) : title}
          tabTitle={title}
          view={`${id} ${correctionBase ? 'correction' : 'details'}`}
          pictogram={visibleRecord && <Pictogram name={kind.findPictogram(visibleRecord)} />}
          actions={visibleRecord && <RecordState id={id} kind={kind} state={visibleRecord.state} />}
          description={
            visibleRecord ? toDescription?.(visibleRecord) : loadedRecord && rejectionText(kind, loadedRecord, t)
          }
        >
          {!correctionBase && status}
          {renderContent()}
        </Page>
      </div>
      {visibleRecord && renderBelowCard(visibleRecord)}
    </>
  );
};
