import '@cloudscape-design/global-styles/index.css';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en-GB';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

const pages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  '/table': async () => (await import('./bare-table.tsx')).BareTable,
  '/form': async () => (await import('./bare-form.tsx')).BareForm,
};

/** A page of Cloudscape with as little around it as can be: what the portal's pages are compared with. */
const start = async () => {
  const Page = await pages[location.pathname]?.();
  const root = document.querySelector('#root');
  if (!Page || !root) throw new Error('There is /table and /form.');
  createRoot(root).render(
    <I18nProvider locale="en-GB" messages={[messages]}>
      <Page />
    </I18nProvider>,
  );
};

void start();
