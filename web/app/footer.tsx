import type { ReactNode } from 'react';
import { cancellationForm, paths } from '#shared/paths.ts';
import { regionIds, regions } from '#shared/regions.ts';
import { useAddress } from '#web/browser/place.ts';
import { config } from '#web/data/config.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Link } from '#web/ui/link.tsx';
import { browsersPrefix } from './language.ts';

const legalDocuments = [
  ['privacyPolicy', 'privacy-policy'],
  ['termsOfService', 'terms-of-service'],
] as const;

type LegalLinkProps = {
  readonly external: string | undefined;
  readonly href: string;
  readonly loadsDocument: boolean;
  readonly children: ReactNode;
};

const LegalLink = ({ external, href, loadsDocument, children }: LegalLinkProps) => {
  const { t } = useTexts();
  if (external === undefined)
    return (
      <Link href={href} reloadDocument={loadsDocument}>
        {children}
      </Link>
    );
  return (
    <a href={external} target="_blank" rel="noopener noreferrer">
      {children} <span className="visually-hidden">({t('shell.opensInNewTab')})</span>
    </a>
  );
};

type Props = {
  readonly loadsDocuments: boolean;
};

export const Footer = ({ loadsDocuments }: Props) => {
  const { t, language } = useTexts();
  const { prefix = browsersPrefix(), region } = useAddress();
  const at = region && { prefix, region };
  // Outside a region the language says whose legal texts are meant.
  const country = region ?? regionIds.find((id) => regions[id].prefix === prefix);
  const legal = country && config().regions[country].legal;

  return (
    <footer className="footer">
      <nav aria-label={t('shell.footer.label')}>
        <ul>
          {legalDocuments.map(([name, document]) => (
            <li key={name}>
              <LegalLink
                external={legal?.[name]}
                href={at ? paths.legalInRegion(at, document) : paths.legal(prefix, document)}
                loadsDocument={loadsDocuments}
              >
                {t(`shell.footer.${name}`)}
              </LegalLink>
            </li>
          ))}
          <li>
            <a href={cancellationForm(config().stage, language)} download>
              {t('shell.footer.cancellationForm')}
            </a>
          </li>
        </ul>
      </nav>
      <p>{t(`shell.footer.${region ? regions[region].footerNotice : 'notice'}`)}</p>
    </footer>
  );
};
