import { useLocation } from 'react-router';
import { isPrefix, prefixes } from '#shared/regions.ts';
import type { Prefix } from '#shared/regions.ts';
import { noteChosenLanguage } from '#web/language/chosen-language.ts';
import { useTexts } from '#web/language/i18n.ts';
import { Link } from '#web/ui/link.tsx';

const allPrefixes = Object.keys(prefixes).filter(isPrefix);

const inLanguage = (prefix: Prefix, pathname: string) => {
  const [, current = '', ...rest] = pathname.split('/');
  return ['', prefix, ...(isPrefix(current) ? rest : [])].join('/');
};

type Props = {
  readonly loadsDocument: boolean;
  readonly onChosen: () => void;
};

export const LanguageSwitch = ({ loadsDocument, onChosen }: Props) => {
  const { t, language } = useTexts();
  const { pathname, search } = useLocation();
  return (
    <nav className="languages" aria-label={t('shell.language')}>
      <ul>
        {allPrefixes.map((prefix) => {
          const { language: other, locale } = prefixes[prefix];
          return (
            <li key={prefix}>
              <Link
                href={inLanguage(prefix, pathname) + search}
                lang={locale}
                hrefLang={locale}
                onClick={() => {
                  noteChosenLanguage();
                  onChosen();
                }}
                reloadDocument={loadsDocument}
                {...(other === language && { 'aria-current': 'true' as const })}
              >
                {t(`shell.languages.${other}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};
