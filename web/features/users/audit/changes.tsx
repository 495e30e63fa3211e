import '#web/features/users/users.css';
import type { AuditEvent } from '#shared/users/audit.ts';
import { useTexts } from '#web/language/i18n.ts';
import { changeLines } from './audit-words.ts';

/** What an event has changed, a line for each fact. */
export const Changes = ({ event }: { readonly event: AuditEvent }) => {
  const lines = changeLines(event, useTexts());
  if (lines.length === 0) return null;
  return (
    <ul className="users-changes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
};
