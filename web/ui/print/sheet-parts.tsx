import type { ReactNode } from 'react';
import type { Texts } from '#web/i18n/i18n.ts';
import { Logo } from '#web/ui/logo.tsx';

type HeadProps = {
  readonly title: string;
  readonly texts: Pick<Texts, 't'>;
  readonly children?: ReactNode;
};

export const SheetHead = ({ title, texts, children }: HeadProps) => (
  <header>
    <Logo />
    <div>
      <p>{texts.t('shell.siteName')}</p>
      <h1>{title}</h1>
    </div>
    {children}
  </header>
);

type FactProps = { readonly label: string; readonly children: ReactNode; readonly className?: string | undefined };

export const SheetFact = ({ label, children, className }: FactProps) => (
  <div className={className}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
