import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useRef, useState } from 'react';
import { userFiles } from '#shared/api/routes/user-files.ts';
import { limits } from '#shared/config/limits.ts';
import { regions } from '#shared/config/regions.ts';
import type { Job } from '#shared/jobs/job.ts';
import { isRevocationJob } from '#shared/jobs/job.ts';
import { spreadsheetLimits } from '#shared/text/spreadsheet.ts';
import type { Encoding } from '#shared/text/spreadsheet.ts';
import { userColumns } from '#shared/users/file/columns.ts';
import type { UsersFileReport } from '#shared/users/file/report.ts';
import { findAvailableRoles } from '#shared/users/user.ts';
import { usePlace } from '#web/browser/place.ts';
import { FileSection } from '#web/components/files/file-section.tsx';
import { TableDownload } from '#web/components/files/table-download.tsx';
import { useFileUpload } from '#web/components/files/use-file.ts';
import { LoadFailed } from '#web/components/lists/loading.tsx';
import { call } from '#web/data/api.ts';
import { getConfig } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Page } from '#web/ui/page.tsx';
import { JobPanel } from './job-panel.tsx';
import { useWatchedJobs } from './region-job.tsx';
import { toUserCells } from './rejected-user-rows.tsx';
import { UsersFileReportView } from './users-file-report.tsx';

const UsersFileSection = ({ isBlocked }: { readonly isBlocked: boolean }) => {
  const { t, formatNumber } = useTexts();
  const { region } = usePlace();
  const [updateExisting, setUpdateExisting] = useState(false);
  // A ref, because an uploaded file is read with the option that is selected when the upload completes.
  const updateExistingRef = useRef(updateExisting);
  const file = useFileUpload<UsersFileReport, { readonly charset: Encoding }>({
    requestUpload: (bytes) => call(userFiles.requestUserUpload, { region, bytes }),
    readUpload: async (key, answers) =>
      (await call(userFiles.readUserFile, { region, key, updateExisting: updateExistingRef.current, ...answers }))
        .report,
    rejectUnsent: (code) => ({ outcome: 'refused', code }),
  });
  const changeOption = (newUpdateExisting: boolean) => {
    updateExistingRef.current = newUpdateExisting;
    setUpdateExisting(newUpdateExisting);
    // The file is read again, because its report is for the previous option.
    if (file.state.status !== 'none') file.retry();
  };
  const example = {
    // The domain is reserved (RFC 2606), so the email belongs to no one.
    email: 'name@example.com',
    storeId: `${regions[region].prefix}001`,
    storeName: t('users.file.exampleStore'),
    roles: findAvailableRoles(getConfig().regions[region]).filter((role) => role !== 'admin'),
  };
  return (
    <FileSection
      title={t('users.file.title')}
      actions={
        <TableDownload
          label={t('file.template')}
          name={t('users.file.templateName')}
          title={t('users.file.sheet')}
          createTable={() => ({ headers: userColumns, areExamples: true, rows: [toUserCells(example)] })}
        />
      }
      file={file}
      limits={t('users.file.limits', {
        users: formatNumber(limits.bulk.rows),
        megabytes: spreadsheetLimits.bytes / 1024 / 1024,
      })}
      options={
        <SpaceBetween size="s">
          <Box color="text-body-secondary">{t('users.file.templateHint')}</Box>
          <Checkbox
            checked={updateExisting}
            onChange={({ detail }) => changeOption(detail.checked)}
            description={t('users.file.updateExistingHint')}
          >
            {t('users.file.updateExisting')}
          </Checkbox>
        </SpaceBetween>
      }
      formatReadText={(name) => t('users.file.isRead', { name })}
    >
      {(name, report) => (
        <UsersFileReportView
          name={name}
          report={report}
          isBlocked={isBlocked}
          onStarted={file.close}
          onCharsetChosen={(charset) => file.readAgain({ charset })}
          onReadAgain={file.retry}
        />
      )}
    </FileSection>
  );
};

const isImportOrUndo = ({ kind }: Job) => kind === 'import' || kind === 'undo';

export const RegisterUsersBulkPage = () => {
  const { t } = useTexts();
  const { watchedJobs, latestQuery } = useWatchedJobs(isImportOrUndo);
  const shownJobs = watchedJobs.filter(
    ({ job, wasSeenRunning, isDismissed }) => !isDismissed && (wasSeenRunning || isImportOrUndo(job)),
  );
  return (
    <Page title={t('users.bulk.title')} description={t('users.bulk.description')}>
      <SpaceBetween size="l">
        {latestQuery.status === 'failed' && <LoadFailed failure={latestQuery} onRetry={latestQuery.reload} />}
        {shownJobs.map(({ job, isStartedHere }) => (
          <JobPanel key={job.id} job={job} isStartedHere={isStartedHere} canDismiss />
        ))}
        <UsersFileSection isBlocked={watchedJobs.some(({ job }) => job.state === 'running' && !isRevocationJob(job))} />
      </SpaceBetween>
    </Page>
  );
};
