import { toCancellationFormPath, paths } from '#shared/api/paths.ts';
import { regions } from '#shared/config/regions.ts';
import { usePathPlace } from '#web/browser/place.ts';
import { getConfig, findExternalLegalTexts } from '#web/data/config.ts';
import { useTexts } from '#web/i18n/i18n.ts';
import { Link } from '#web/ui/link.tsx';
import { detectPrefix } from './language.ts';

const legalDocuments = [
  ['privacyPolicy', 'privacy-policy'],
  ['termsOfService', 'terms-of-service'],
] as const;

/** Footer of every page. `loadsDocuments`: a link loads a new document instead of rendering its page in this one. */
export const Footer = ({ loadsDocuments }: { readonly loadsDocuments: boolean }) => {
  const { t, language } = useTexts();
  const { prefix = detectPrefix(), region } = usePathPlace();
  const place = region && { prefix, region };
  const legal = findExternalLegalTexts(prefix, region);

  return (
    <footer className="footer">
      <nav aria-label={t('shell.footer.label')}>
        <ul>
          {legalDocuments.map(([name, document]) => {
            const externalUrl = legal?.[name];
            const href = place ? paths.legalInRegion(place, document) : paths.legal(prefix, document);
            return (
              <li key={name}>
                {externalUrl === undefined ? (
                  <Link href={href} reloadDocument={loadsDocuments}>
                    {t(`shell.footer.${name}`)}
                  </Link>
                ) : (
                  <a href={externalUrl} target="_blank" rel="noopener noreferrer">
                    {t(`shell.footer.${name}`)} <span className="visually-hidden">({t('shell.opensInNewTab')})</span>
                  </a>
                )}
              </li>
            );
          })}
          <li>
            <a href={toCancellationFormPath(getConfig().stage, language)} download>
              {t('shell.footer.cancellationForm')}
            </a>
          </li>
        </ul>
      </nav>
      <p>{t(`shell.footer.${region ? regions[region].footerNotice : 'notice'}`)}</p>
    </footer>
  );
};
