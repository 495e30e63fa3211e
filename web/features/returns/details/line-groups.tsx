import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import './line-groups.css';
import { useCallback, useMemo, useState } from 'react';
import type { StoredLine } from '#shared/returns/return.ts';
import { useTexts } from '#web/language/i18n.ts';
import { groupLines } from './group-lines.ts';
import { LineGroupRow } from './line-group-row.tsx';

/** What is sent back: alike lines together, each group with its quantity (acceptance, E9). A plain table, as a thousand rows of Cloudscape's would take seconds. */
export const LineGroups = ({ lines }: { readonly lines: readonly StoredLine[] }) => {
  const { t, formatNumber } = useTexts();
  const groups = useMemo(() => groupLines(lines), [lines]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => {
    setOpen((last) => {
      const next = new Set(last);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  const areAllOpen = groups.every(({ key }) => open.has(key));
  const title = t('returns.details.lines');
  return (
    <SpaceBetween size="s">
      <Header
        variant="h2"
        counter={`(${formatNumber(lines.length)})`}
        actions={
          <Button onClick={() => setOpen(new Set(areAllOpen ? [] : groups.map(({ key }) => key)))}>
            {t(areAllOpen ? 'returns.details.hideSerialNumbers' : 'returns.details.showSerialNumbers')}
          </Button>
        }
      >
        {title}
      </Header>
      <div className="line-groups">
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('returns.fields.product')}</th>
              <th scope="col">{t('returns.details.quantity')}</th>
              <th scope="col">{t('returns.fields.ean')}</th>
              <th scope="col">{t('returns.fields.purchaseDate')}</th>
              <th scope="col">{t('returns.fields.returnDate')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <LineGroupRow key={group.key} group={group} isOpen={open.has(group.key)} onToggle={toggle} />
            ))}
          </tbody>
        </table>
      </div>
    </SpaceBetween>
  );
};
