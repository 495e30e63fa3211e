import Alert from '@cloudscape-design/components/alert';
import type { AlertProps } from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useMemo } from 'react';
import type { Store } from '#shared/stores/stores.ts';
import { findConsequences } from '#shared/users/file/consequences.ts';
import type { AcceptedRow, RejectedUserRow } from '#shared/users/file/report.ts';
import { useRowRangesText } from '#web/components/files/row-ranges.ts';
import { rolesText } from '#web/features/users/user-texts.tsx';
import { useTexts } from '#web/i18n/i18n.ts';
import type { Translate } from '#web/i18n/i18n.ts';
import './bulk.css';

type NoticeProps = {
  readonly type: AlertProps.Type;
  readonly title: string;
  /** Distinct lines. Without any, the notice is hidden. */
  readonly lines: readonly string[];
};

const Notice = ({ type, title, lines }: NoticeProps) =>
  lines.length > 0 && (
    <Alert type={type} header={title}>
      <ul className="file-consequences">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  );

const formatStore = ({ storeId, storeName }: Store, t: Translate) =>
  storeId === '' ? t('users.none') : t('users.user.storeValue', { name: storeName, id: storeId });

/** Lists the effects of an import on stores and on registered users, each by name. */
export const FileConsequences = ({ accepted }: { readonly accepted: readonly AcceptedRow[] }) => {
  const { t } = useTexts();
  const formatRows = useRowRangesText();
  const { matchingStores, newStores, movedUsers, lostRoles } = useMemo(() => findConsequences(accepted), [accepted]);
  return (
    <>
      <Notice
        type="info"
        title={t('users.file.consequences.meantStores')}
        lines={matchingStores.map(({ rows, ...store }) =>
          t('users.file.consequences.meantStore', { ...store, rows: formatRows(rows) }),
        )}
      />
      <Notice
        type="warning"
        title={t('users.file.consequences.newStores', { count: newStores.length })}
        lines={newStores.flatMap(({ storeId, storeName, rows, otherNames }) => [
          t('users.file.consequences.newStore', { storeId, storeName, rows: formatRows(rows) }),
          ...otherNames.map((otherName) =>
            t('users.file.consequences.otherName', { storeId, name: otherName.name, rows: formatRows(otherName.rows) }),
          ),
        ])}
      />
      <Notice
        type="warning"
        title={t('users.file.consequences.movedUsers', { count: movedUsers.length })}
        lines={movedUsers.map(({ email, from, to }) =>
          t('users.file.consequences.movedUser', { email, from: formatStore(from, t), to: formatStore(to, t) }),
        )}
      />
      <Notice
        type="warning"
        title={t('users.file.consequences.lostRoles', { count: lostRoles.length })}
        lines={lostRoles.map(({ email, roles }) =>
          t('users.file.consequences.lostRole', { email, groups: rolesText(roles, { t }) }),
        )}
      />
    </>
  );
};

type DoubtfulProps = { readonly refused: readonly RejectedUserRow[]; readonly onConfirmed: () => void };

/** Question about rows with a numeric store id that no store has. One button accepts them all. */
export const DoubtfulStores = ({ refused, onConfirmed }: DoubtfulProps) => {
  const { t } = useTexts();
  // Only rows in which nothing but the store id is in doubt have a `user`.
  const doubtfulUsers = refused.flatMap(({ user }) => user ?? []);
  if (doubtfulUsers.length === 0) return null;
  const storeIds = [...new Set(doubtfulUsers.map(({ storeId }) => storeId))];
  return (
    <Alert
      type="warning"
      header={t('users.file.doubtfulStores.title', { count: storeIds.length })}
      action={
        <Button onClick={onConfirmed}>{t('users.file.doubtfulStores.confirm', { count: doubtfulUsers.length })}</Button>
      }
    >
      <Box>{t('users.file.doubtfulStores.question', { storeIds: storeIds.join(', ') })}</Box>
    </Alert>
  );
};
