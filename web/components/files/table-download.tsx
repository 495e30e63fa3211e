import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { regions } from '#shared/config/regions.ts';
import { usePlace } from '#web/browser/place.ts';
import type { ExportFormat } from '#web/components/export/export-column.ts';
import { FormatMenu } from '#web/components/export/format-menu.tsx';
import { saveFile } from '#web/components/export/save-file.ts';
import { writers } from '#web/components/export/writers.ts';
import { useAction } from '#web/data/use-action.ts';
import { useTexts } from '#web/i18n/i18n.ts';

export type TextTable = {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /**
   * The rows are examples of how to fill in the file. CSV omits them, because they would need apostrophes to stay
   * texts.
   */
  readonly areExamples?: boolean;
};

type Props = {
  readonly label: string;
  readonly createTable: () => TextTable;
  readonly name: string;
  /** Title of the sheet: at most 31 characters, none of []:*?/\ */
  readonly title: string;
  readonly disabledReason?: string | undefined;
};

/** Offers a table for download as xlsx or CSV. */
export const TableDownload = ({ label, createTable, name, title, disabledReason }: Props) => {
  const { t, locale } = useTexts();
  const { timeZone } = regions[usePlace().region];
  const [hasFailed, setFailed] = useState(false);
  const save = async (format: ExportFormat) => {
    setFailed(false);
    const write = await writers[format]();
    const textTable = createTable();
    const file = await write({
      title,
      // Every column is text, so that spreadsheets do not convert what users type.
      columns: textTable.headers.map((header, index) => ({
        header,
        kind: 'text',
        value: (row: readonly string[]) => row[index] ?? '',
      })),
      items: textTable.areExamples && format === 'csv' ? [] : textTable.rows,
      locale,
      timeZone,
      isRoundTrip: true,
    });
    saveFile(file, `${name}.${format}`);
  };
  const { isBusy, run } = useAction(save, {
    onFailed: (error) => {
      reportError(error);
      setFailed(true);
    },
  });
  return (
    <>
      <FormatMenu
        loading={isBusy}
        loadingText={t('export.writing')}
        disabledReason={disabledReason}
        onChosen={(format) => void run(format)}
      >
        {label}
      </FormatMenu>
      {hasFailed && (
        <span role="alert">
          <StatusIndicator type="error" wrapText>
            {t('export.notWritten')}
          </StatusIndicator>
        </span>
      )}
    </>
  );
};
